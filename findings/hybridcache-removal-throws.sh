#!/bin/bash
# Microsoft.Extensions.Caching.Hybrid 10.11.0: when the distributed cache throws, GetOrCreateAsync and SetAsync go on without an exception,
# and RemoveAsync throws it: code that caches without a try block fails where it invalidates.
# Seen: get "value", set "no exception", remove "IOException".
# Needs: the .NET 10 SDK, NuGet.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > away.cs <<'CODE'
#:package Microsoft.Extensions.Caching.Hybrid@10.11.0
#:package Microsoft.Extensions.DependencyInjection@10.0.0
#:property PublishAot=false
using Microsoft.Extensions.Caching.Distributed;
using Microsoft.Extensions.Caching.Hybrid;
using Microsoft.Extensions.DependencyInjection;

var services = new ServiceCollection();
services.AddSingleton<IDistributedCache, Away>();
services.AddHybridCache();
using var provider = services.BuildServiceProvider();
var cache = provider.GetRequiredService<HybridCache>();
Console.WriteLine($"get: {await cache.GetOrCreateAsync("key", _ => ValueTask.FromResult("value"))}");
Console.WriteLine($"set: {await Try(cache.SetAsync("key", "other"))}");
Console.WriteLine($"remove: {await Try(cache.RemoveAsync("key"))}");

static async Task<string> Try(ValueTask task)
{
    try { await task; return "no exception"; }
    catch (Exception e) { return e.GetType().Name; }
}

sealed class Away : IDistributedCache
{
    public byte[]? Get(string key) => throw new IOException();
    public Task<byte[]?> GetAsync(string key, CancellationToken token = default) => Task.FromException<byte[]?>(new IOException());
    public void Set(string key, byte[] value, DistributedCacheEntryOptions options) => throw new IOException();
    public Task SetAsync(string key, byte[] value, DistributedCacheEntryOptions options, CancellationToken token = default) => Task.FromException(new IOException());
    public void Refresh(string key) => throw new IOException();
    public Task RefreshAsync(string key, CancellationToken token = default) => Task.FromException(new IOException());
    public void Remove(string key) => throw new IOException();
    public Task RemoveAsync(string key, CancellationToken token = default) => Task.FromException(new IOException());
}
CODE
dotnet run away.cs | tee seen
grep -q "^get: value" seen && grep -q "^set: no exception" seen && grep -q "^remove: IOException" seen || { echo "CHANGED"; exit 1; }
