using System.Collections.Concurrent;
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using ZiggyCreatures.Caching.Fusion;
using ZiggyCreatures.Caching.Fusion.Backplane;
using ZiggyCreatures.Caching.Fusion.Serialization.SystemTextJson;

namespace CacheLab.Tests;

/// <summary>What the table of the study's README says of the caches: on a second level that notes what it is asked.</summary>
public sealed class CacheCornerTests
{
    private readonly NotedCache _second = new();
    private readonly NotedBackplane _backplane = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(1_000_000, true)]
    [InlineData(2_000_000, false)]
    public async Task A_value_above_the_largest_payload_never_reaches_the_second_level(int length, bool reaches)
    {
        await using var services = Hybrid();
        var cache = services.GetRequiredService<HybridCache>();

        (await ReadAsync(cache, "large", new string('x', length))).Length.ShouldBe(length);

        (await ReadAsync(cache, "large", "asked again")).Length.ShouldBe(length, "the first level has it");
        await ReadAsync(cache, "small", "value");
        while (!_second.Lives.ContainsKey(reaches ? "large" : "small")) await Task.Delay(10, Cancelled); // it is written behind the answer
        _second.Lives.ContainsKey("large").ShouldBe(reaches);
    }

    [Fact]
    public async Task A_removed_tag_leaves_a_marker_for_a_thousand_days()
    {
        await using var services = Hybrid();
        await services.GetRequiredService<HybridCache>().RemoveByTagAsync("books", Cancelled);

        _second.Lives.Single(life => life.Key.Contains("books", StringComparison.Ordinal)).Value.ShouldBe(TimeSpan.FromDays(1000));
    }

    [Fact]
    public async Task Of_a_second_level_that_is_away_only_a_removal_tells()
    {
        await using var services = Hybrid();
        var cache = services.GetRequiredService<HybridCache>();
        _second.IsAway = true;

        (await ReadAsync(cache, "key", "value")).ShouldBe("value");
        await cache.SetAsync("key", "other", cancellationToken: Cancelled);
        await Should.ThrowAsync<IOException>(async () => await cache.RemoveAsync("key", Cancelled));
    }

    [Fact]
    public async Task Without_a_word_HybridCache_keeps_a_value_ten_times_as_long_as_FusionCache()
    {
        await using var hybrid = Hybrid();
        await using var fusion = Fusion();
        await ReadAsync(hybrid.GetRequiredService<HybridCache>(), "hybrid", "value");
        await ReadAsync(fusion.GetRequiredService<HybridCache>(), "fusion", "value");
        while (_second.Lives.Count < 2) await Task.Delay(10, Cancelled); // they are written behind the answer

        _second.Lives["hybrid"].ShouldBe(TimeSpan.FromMinutes(5));
        _second.Lives.Single(life => life.Key.EndsWith("fusion", StringComparison.Ordinal)).Value.TotalSeconds.ShouldBe(30, 1);
    }

    [Fact]
    public async Task A_read_of_FusionCache_that_misses_tells_all_nodes()
    {
        await using var services = Fusion();
        var cache = services.GetRequiredService<HybridCache>();
        await ReadAsync(cache, "key", "value");
        _backplane.Messages.ShouldBe(1);

        await ReadAsync(cache, "key", "value");
        _backplane.Messages.ShouldBe(1, "a hit tells nobody");
    }

    private static ValueTask<string> ReadAsync(HybridCache cache, string key, string fresh) =>
        cache.GetOrCreateAsync(key, _ => ValueTask.FromResult(fresh), cancellationToken: Cancelled);

    private ServiceProvider Hybrid()
    {
        var services = Services();
        services.AddHybridCache();
        return services.BuildServiceProvider();
    }

    private ServiceProvider Fusion()
    {
        var services = Services();
        services.AddFusionCache().WithSerializer(new FusionCacheSystemTextJsonSerializer())
            .WithRegisteredDistributedCache().WithBackplane(_backplane).AsHybridCache();
        return services.BuildServiceProvider();
    }

    private ServiceCollection Services()
    {
        var services = new ServiceCollection();
        services.AddLogging(logging => logging.SetMinimumLevel(LogLevel.None));
        services.AddSingleton<IDistributedCache>(_second);
        return services;
    }

    /// <summary>A second level in memory.</summary>
    private sealed class NotedCache : IDistributedCache
    {
        private readonly ConcurrentDictionary<string, byte[]> _values = new();

        /// <summary>How long each key may live, as it was asked.</summary>
        public ConcurrentDictionary<string, TimeSpan> Lives { get; } = new();

        public bool IsAway { get; set; }

        public byte[]? Get(string key)
        {
            if (IsAway) throw new IOException("away");
            return _values.GetValueOrDefault(key);
        }

        public Task<byte[]?> GetAsync(string key, CancellationToken token = default) => Task.Run(() => Get(key), token);

        public void Set(string key, byte[] value, DistributedCacheEntryOptions options)
        {
            if (IsAway) throw new IOException("away");
            _values[key] = value;
            Lives[key] = options.AbsoluteExpirationRelativeToNow ?? options.AbsoluteExpiration - DateTimeOffset.UtcNow ?? TimeSpan.MaxValue;
        }

        public Task SetAsync(string key, byte[] value, DistributedCacheEntryOptions options, CancellationToken token = default) =>
            Task.Run(() => Set(key, value, options), token);

        public void Refresh(string key) => Get(key);

        public Task RefreshAsync(string key, CancellationToken token = default) => GetAsync(key, token);

        public void Remove(string key)
        {
            if (IsAway) throw new IOException("away");
            _values.TryRemove(key, out _);
        }

        public Task RemoveAsync(string key, CancellationToken token = default) => Task.Run(() => Remove(key), token);
    }

    /// <summary>A backplane that reaches nobody, and counts.</summary>
    private sealed class NotedBackplane : IFusionCacheBackplane
    {
        private int _messages;

        public int Messages => Volatile.Read(ref _messages);

        public void Subscribe(BackplaneSubscriptionOptions options)
        {
            // Nobody sends.
        }

        public ValueTask SubscribeAsync(BackplaneSubscriptionOptions options) => ValueTask.CompletedTask;

        public void Unsubscribe()
        {
            // Nobody sends.
        }

        public ValueTask UnsubscribeAsync() => ValueTask.CompletedTask;

        public void Publish(BackplaneMessage message, FusionCacheEntryOptions options, CancellationToken token = default) =>
            Interlocked.Increment(ref _messages);

        public ValueTask PublishAsync(BackplaneMessage message, FusionCacheEntryOptions options, CancellationToken token = default)
        {
            Publish(message, options, token);
            return ValueTask.CompletedTask;
        }
    }
}
