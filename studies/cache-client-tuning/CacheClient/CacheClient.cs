using Dyno.Caching.Limits;
using Dyno.Caching.Protocol;
using Google.Protobuf;
using Grpc.Core;

namespace Dyno.Caching;

/// <summary>
/// A client of the cache service. It returns errors as values, like hits and misses, and throws only for wrong arguments and for a
/// cancelled token. Safe for any thread; one client is enough for a whole program.
/// </summary>
public sealed class CacheClient : IAsyncDisposable
{
    private readonly CacheClientOptions _options;
    private readonly Channels _channels;

    private CacheClient(CacheClientOptions options)
    {
        _options = options;
        Gate = options.Limit is { } limit ? new ConcurrencyGate(limit(options.Time), options.QueueLimit, options.QueueOrder, options.Time) : null;
        _channels = new Channels(options, Gate);
    }

    /// <summary>The gate that limits the calls in flight; null without a limit.</summary>
    public ConcurrencyGate? Gate { get; }

    /// <summary>Creates a client and, unless told otherwise, opens its connections.</summary>
    /// <exception cref="RpcException">The service cannot be reached.</exception>
    public static async Task<CacheClient> CreateAsync(CacheClientOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(options);
        var client = new CacheClient(options.Validated());
        if (!options.ConnectEagerly) return client;
        try
        {
            await client._channels.ConnectAsync(options.Time.GetUtcNow().UtcDateTime + options.Deadline, cancellationToken).ConfigureAwait(false);
            return client;
        }
        catch
        {
            await client.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Creates a cache; returns true when it is new, false when it existed.</summary>
    /// <exception cref="RpcException">The service refused for another reason.</exception>
    public async Task<bool> CreateCacheAsync(string cache, CancellationToken cancellationToken = default)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(cache);
        try
        {
            await _channels.Control.CreateCacheAsync(new _CreateCacheRequest { CacheName = cache }, Call(null, cancellationToken)).ConfigureAwait(false);
            return true;
        }
        catch (RpcException exists) when (exists.StatusCode == StatusCode.AlreadyExists)
        {
            return false;
        }
    }

    /// <summary>Reads an item.</summary>
    public async ValueTask<GetResult> GetAsync(string cache, ReadOnlyMemory<byte> key, CancellationToken cancellationToken = default)
    {
        var request = new _GetRequest { CacheKey = Bytes(key) };
        try
        {
            var answer = await RepeatAsync((scs, call) => scs.GetAsync(request, call), cache, cancellationToken).ConfigureAwait(false);
            return answer.Result switch
            {
                ECacheResult.Hit => new GetResult.Hit(answer.CacheBody.Memory),
                ECacheResult.Miss => GetResult.Miss.Instance,
                var other => new GetResult.Error(new CacheError(StatusCode.Internal, $"the service answered {other}: {answer.Message}")),
            };
        }
        catch (RpcException refused) when (!cancellationToken.IsCancellationRequested)
        {
            return new GetResult.Error(CacheError.Of(refused));
        }
    }

    /// <summary>Stores an item. Without a time to live of its own it lives for <see cref="CacheClientOptions.DefaultTtl"/>.</summary>
    public async ValueTask<SetResult> SetAsync(
        string cache, ReadOnlyMemory<byte> key, ReadOnlyMemory<byte> value, TimeSpan? ttl = null, CancellationToken cancellationToken = default)
    {
        var request = new _SetRequest { CacheKey = Bytes(key), CacheBody = Bytes(value), TtlMilliseconds = Milliseconds(ttl) };
        try
        {
            await RepeatAsync((scs, call) => scs.SetAsync(request, call), cache, cancellationToken).ConfigureAwait(false);
            return SetResult.Stored.Instance;
        }
        catch (RpcException refused) when (!cancellationToken.IsCancellationRequested)
        {
            return new SetResult.Error(CacheError.Of(refused));
        }
    }

    /// <summary>
    /// Stores an item unless the key has one. Never sent twice: a second attempt could find the item that the first attempt stored.
    /// </summary>
    public async ValueTask<SetResult> SetIfAbsentAsync(
        string cache, ReadOnlyMemory<byte> key, ReadOnlyMemory<byte> value, TimeSpan? ttl = null, CancellationToken cancellationToken = default)
    {
        var request = new _SetIfRequest
        {
            CacheKey = Bytes(key),
            CacheBody = Bytes(value),
            TtlMilliseconds = Milliseconds(ttl),
            Absent = new _Empty(),
        };
        try
        {
            var answer = await _channels.Next().SetIfAsync(request, Call(cache, cancellationToken)).ConfigureAwait(false);
            return answer.ResultCase == _SetIfResponse.ResultOneofCase.Stored ? SetResult.Stored.Instance : SetResult.NotStored.Instance;
        }
        catch (RpcException refused) when (!cancellationToken.IsCancellationRequested)
        {
            return new SetResult.Error(CacheError.Of(refused));
        }
    }

    /// <summary>Removes an item; removing an item that does not exist succeeds, too.</summary>
    public async ValueTask<DeleteResult> DeleteAsync(string cache, ReadOnlyMemory<byte> key, CancellationToken cancellationToken = default)
    {
        var request = new _DeleteRequest { CacheKey = Bytes(key) };
        try
        {
            await RepeatAsync((scs, call) => scs.DeleteAsync(request, call), cache, cancellationToken).ConfigureAwait(false);
            return DeleteResult.Done.Instance;
        }
        catch (RpcException refused) when (!cancellationToken.IsCancellationRequested)
        {
            return new DeleteResult.Error(CacheError.Of(refused));
        }
    }

    /// <summary>Adds to the stored number, or to 0 if there is none. Never sent twice.</summary>
    public async ValueTask<IncrementResult> IncrementAsync(
        string cache, ReadOnlyMemory<byte> key, long amount = 1, TimeSpan? ttl = null, CancellationToken cancellationToken = default)
    {
        var request = new _IncrementRequest { CacheKey = Bytes(key), Amount = amount, TtlMilliseconds = Milliseconds(ttl) };
        try
        {
            var answer = await _channels.Next().IncrementAsync(request, Call(cache, cancellationToken)).ConfigureAwait(false);
            return new IncrementResult.Sum(answer.Value);
        }
        catch (RpcException refused) when (!cancellationToken.IsCancellationRequested)
        {
            return new IncrementResult.Error(CacheError.Of(refused));
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _channels.Dispose();
        return ValueTask.CompletedTask;
    }

    private static ByteString Bytes(ReadOnlyMemory<byte> bytes) => UnsafeByteOperations.UnsafeWrap(bytes);

    private ulong Milliseconds(TimeSpan? ttl) => (ulong)Math.Max(1, (ttl ?? _options.DefaultTtl).TotalMilliseconds);

    private CallOptions Call(string? cache, CancellationToken cancellationToken) => new(
        cache is null ? null : _channels.HeadersOf(cache), _options.Time.GetUtcNow().UtcDateTime + _options.Deadline, cancellationToken);

    // A repeatable call is sent again at once, within the deadline of the first attempt.
    private async Task<TAnswer> RepeatAsync<TAnswer>(
        Func<Scs.ScsClient, CallOptions, AsyncUnaryCall<TAnswer>> send, string cache, CancellationToken cancellationToken)
    {
        var call = Call(cache, cancellationToken);
        for (var left = _options.Retries; ; left--)
        {
            try
            {
                return await send(_channels.Next(), call).ResponseAsync.ConfigureAwait(false);
            }
            catch (RpcException refused) when (left > 0 && refused.StatusCode is StatusCode.Unavailable or StatusCode.Internal)
            {
            }
        }
    }
}
