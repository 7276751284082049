using System.Buffers;
using System.Text;
using Microsoft.Extensions.Caching.Distributed;

namespace Dyno.Caching;

/// <summary>
/// The cache service as the second level of <c>HybridCache</c>, or wherever .NET takes an <see cref="IDistributedCache"/>. Items have a
/// fixed time to live and no sliding expiration; a sliding expiration counts as the time to live. The synchronous members block.
/// </summary>
/// <param name="client">The client; its creator disposes of it.</param>
/// <param name="cache">The name of the cache.</param>
/// <param name="time">The clock of absolute expirations; null: the system's.</param>
public sealed class DistributedCache(CacheClient client, string cache, TimeProvider? time = null) : IBufferDistributedCache
{
    private readonly TimeProvider _time = time ?? TimeProvider.System;

    /// <inheritdoc/>
    public byte[]? Get(string key) => GetAsync(key).GetAwaiter().GetResult();

    /// <inheritdoc/>
    public async Task<byte[]?> GetAsync(string key, CancellationToken token = default) =>
        await ReadAsync(key, token).ConfigureAwait(false) is { } value ? value.ToArray() : null;

    /// <inheritdoc/>
    public bool TryGet(string key, IBufferWriter<byte> destination) => TryGetAsync(key, destination).AsTask().GetAwaiter().GetResult();

    /// <inheritdoc/>
    public async ValueTask<bool> TryGetAsync(string key, IBufferWriter<byte> destination, CancellationToken token = default)
    {
        ArgumentNullException.ThrowIfNull(destination);
        if (await ReadAsync(key, token).ConfigureAwait(false) is not { } value) return false;
        destination.Write(value.Span);
        return true;
    }

    /// <inheritdoc/>
    public void Set(string key, byte[] value, DistributedCacheEntryOptions options) => SetAsync(key, value, options).GetAwaiter().GetResult();

    /// <inheritdoc/>
    public void Set(string key, ReadOnlySequence<byte> value, DistributedCacheEntryOptions options) =>
        SetAsync(key, value, options).AsTask().GetAwaiter().GetResult();

    /// <inheritdoc/>
    public Task SetAsync(string key, byte[] value, DistributedCacheEntryOptions options, CancellationToken token = default) =>
        WriteAsync(key, value, options, token);

    /// <inheritdoc/>
    public async ValueTask SetAsync(
        string key, ReadOnlySequence<byte> value, DistributedCacheEntryOptions options, CancellationToken token = default) =>
        await WriteAsync(key, value.IsSingleSegment ? value.First : value.ToArray(), options, token).ConfigureAwait(false);

    /// <summary>Does nothing: items have no sliding expiration.</summary>
    public void Refresh(string key)
    {
    }

    /// <summary>Does nothing: items have no sliding expiration.</summary>
    public Task RefreshAsync(string key, CancellationToken token = default) => Task.CompletedTask;

    /// <inheritdoc/>
    public void Remove(string key) => RemoveAsync(key).GetAwaiter().GetResult();

    /// <inheritdoc/>
    public async Task RemoveAsync(string key, CancellationToken token = default)
    {
        if (await client.DeleteAsync(cache, Bytes(key), token).ConfigureAwait(false) is DeleteResult.Error error) throw Failed(error.Reason);
    }

    private async Task<ReadOnlyMemory<byte>?> ReadAsync(string key, CancellationToken token) =>
        await client.GetAsync(cache, Bytes(key), token).ConfigureAwait(false) switch
        {
            GetResult.Hit hit => hit.Value,
            GetResult.Error error => throw Failed(error.Reason),
            _ => (ReadOnlyMemory<byte>?)null, // a bare null would become an empty value
        };

    private async Task WriteAsync(string key, ReadOnlyMemory<byte> value, DistributedCacheEntryOptions options, CancellationToken token)
    {
        ArgumentNullException.ThrowIfNull(options);
        var result = await client.SetAsync(cache, Bytes(key), value, LifeOf(options), token).ConfigureAwait(false);
        if (result is SetResult.Error error) throw Failed(error.Reason);
    }

    private TimeSpan? LifeOf(DistributedCacheEntryOptions options) =>
        options.AbsoluteExpirationRelativeToNow ?? (options.AbsoluteExpiration - _time.GetUtcNow()) ?? options.SlidingExpiration;

    private static ReadOnlyMemory<byte> Bytes(string key) => Encoding.UTF8.GetBytes(key);

    private static IOException Failed(CacheError error) => new($"the cache service: {error}");
}
