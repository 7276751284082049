using System.Collections.Concurrent;

namespace CacheService.Storage;

/// <summary>The caches by name. Safe for any thread.</summary>
internal sealed class CacheRegistry
{
    private readonly ConcurrentDictionary<string, ItemStore> _caches = new(StringComparer.Ordinal);
    private readonly CacheServiceOptions _options;
    private readonly TimeProvider _time;

    public CacheRegistry(CacheServiceOptions options, TimeProvider time)
    {
        (_options, _time) = (options, time);
        foreach (var name in options.Caches) TryAdd(name);
    }

    public IEnumerable<string> Names => _caches.Keys.Order(StringComparer.Ordinal);

    public ItemStore? Find(string name) => _caches.GetValueOrDefault(name);

    public bool TryAdd(string name) => _caches.TryAdd(name, new ItemStore(_options.MaxBytes, _time));

    public bool TryRemove(string name) => _caches.TryRemove(name, out _);
}
