#!/bin/bash
# Microsoft.Extensions.Caching.Hybrid 10.11.0: a value above MaximumPayloadBytes (1 MiB unless it is set) is kept in the process's memory and
# never given to the distributed cache, so another instance makes it anew each time. The page of the option says that it is not cached.
# Seen: 1,000,000 characters made 1 time and stored in both levels; 2,000,000 made 1 time and stored in the first level only.
# Needs: the .NET 10 SDK, NuGet.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > large.cs <<'CODE'
#:package Microsoft.Extensions.Caching.Hybrid@10.11.0
#:package Microsoft.Extensions.DependencyInjection@10.0.0
#:property PublishAot=false
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

var services = new ServiceCollection();
services.AddSingleton<IDistributedCache, Second>();
services.AddHybridCache();
using var provider = services.BuildServiceProvider();
var cache = provider.GetRequiredService<HybridCache>();
foreach (var length in (int[])[1_000_000, 2_000_000])
{
    var made = 0;
    for (var i = 0; i < 3; i++) await cache.GetOrCreateAsync($"of-{length}", _ => ValueTask.FromResult(new string('x', length + 0 * ++made)));
    await Task.Delay(500); // it is written behind the answer
    var second = await provider.GetRequiredService<IDistributedCache>().GetAsync($"of-{length}") is null ? "first level only" : "both levels";
    Console.WriteLine($"{length}: made {made} time, {second}");
}

sealed class Second : IDistributedCache
{
    private readonly System.Collections.Concurrent.ConcurrentDictionary<string, byte[]> _values = new();
    public byte[]? Get(string key) => _values.GetValueOrDefault(key);
    public Task<byte[]?> GetAsync(string key, CancellationToken token = default) => Task.FromResult(Get(key));
    public void Set(string key, byte[] value, DistributedCacheEntryOptions options) => _values[key] = value;
    public Task SetAsync(string key, byte[] value, DistributedCacheEntryOptions options, CancellationToken token = default) { Set(key, value, options); return Task.CompletedTask; }
    public void Refresh(string key) { }
    public Task RefreshAsync(string key, CancellationToken token = default) => Task.CompletedTask;
    public void Remove(string key) => _values.TryRemove(key, out _);
    public Task RemoveAsync(string key, CancellationToken token = default) { Remove(key); return Task.CompletedTask; }
}
CODE
dotnet run large.cs | tee seen
grep -q "^1000000: made 1 time, both levels" seen && grep -q "^2000000: made 1 time, first level only" seen || { echo "CHANGED"; exit 1; }
