using CacheLab.Implementations;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace CacheLab;

/// <summary>One instance of an application, with its own container and its own connections.</summary>
internal sealed class Node : IAsyncDisposable
{
    private static readonly HybridCacheEntryOptions WithoutLocal = new() { Flags = HybridCacheEntryFlags.DisableLocalCache };

    private readonly ServiceProvider _services;
    private int _factoryRuns;

    public Node(Registration cache, NodeSetup setup)
    {
        var services = new ServiceCollection();
        services.AddLogging(logging => logging.SetMinimumLevel(LogLevel.None));
        cache.Add(services, setup);
        _services = services.BuildServiceProvider();
        Cache = _services.GetRequiredService<HybridCache>();
    }

    public HybridCache Cache { get; }

    /// <summary>How often the source was asked.</summary>
    public int FactoryRuns => Volatile.Read(ref _factoryRuns);

    /// <summary>The value under a key; on a miss the source returns <paramref name="fresh"/>.</summary>
    public ValueTask<string> GetAsync(string key, string fresh, string? tag = null, bool local = true) => Cache.GetOrCreateAsync(key, fresh, (value, _) =>
    {
        Interlocked.Increment(ref _factoryRuns);
        return ValueTask.FromResult(value);
    }, local ? null : WithoutLocal, tag is null ? null : [tag]);

    /// <summary>The value under a key; on a miss the source takes the given time.</summary>
    public ValueTask<string> GetSlowlyAsync(string key, TimeSpan takes, CancellationToken cancellation = default) =>
        Cache.GetOrCreateAsync(key, takes, async (time, token) =>
        {
            Interlocked.Increment(ref _factoryRuns);
            await Task.Delay(time, token);
            return "v";
        }, cancellationToken: cancellation);

    public ValueTask DisposeAsync() => _services.DisposeAsync();
}
