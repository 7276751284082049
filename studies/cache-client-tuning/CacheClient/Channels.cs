using System.Collections.Concurrent;
using Dyno.Caching.Calls;
using Dyno.Caching.Limits;
using Dyno.Caching.Protocol;
using Grpc.Core;
using Grpc.Net.Client;

namespace Dyno.Caching;

/// <summary>The channels of a client, used in turn, with one gate for all of them.</summary>
internal sealed class Channels : IDisposable
{
    private const int MaxMessageBytes = 5_243_000;

    private readonly GrpcChannel[] _channels;
    private readonly Scs.ScsClient[] _clients;
    private readonly ConcurrentDictionary<string, Metadata> _headers = new(StringComparer.Ordinal);
    private uint _turn; // unsigned, so that it wraps to 0 after 2³² calls and never becomes negative

    public Channels(CacheClientOptions options, ConcurrencyGate? gate)
    {
        _channels = [.. Enumerable.Range(0, options.Channels).Select(_ => Channel(options))];
        _clients = [.. _channels.Select(channel =>
        {
            var invoker = channel.CreateCallInvoker();
            return new Scs.ScsClient(gate is null ? invoker : new LimitedCallInvoker(invoker, gate, options.Time));
        })];
        Control = new ScsControl.ScsControlClient(_channels[0]);
    }

    public ScsControl.ScsControlClient Control { get; }

    public Scs.ScsClient Next() => _clients.Length == 1 ? _clients[0] : _clients[Interlocked.Increment(ref _turn) % (uint)_clients.Length];

    /// <summary>The metadata that names a cache, created once per cache.</summary>
    public Metadata HeadersOf(string cache) => _headers.GetOrAdd(cache, static name => new Metadata { { "cache", name } });

    public Task ConnectAsync(DateTime deadline, CancellationToken cancellationToken) => Task.WhenAll(_channels.Select(channel =>
        new Ping.PingClient(channel).PingAsync(new _PingRequest(), null, deadline, cancellationToken).ResponseAsync));

    public void Dispose()
    {
        foreach (var channel in _channels) channel.Dispose();
    }

    private static GrpcChannel Channel(CacheClientOptions options) => GrpcChannel.ForAddress(options.Address, new GrpcChannelOptions
    {
        HttpHandler = new SocketsHttpHandler
        {
            EnableMultipleHttp2Connections = options.MoreConnections,
            PooledConnectionIdleTimeout = options.IdleConnection,
            KeepAlivePingDelay = options.PingEvery,
            KeepAlivePingTimeout = TimeSpan.FromSeconds(1),
            KeepAlivePingPolicy = HttpKeepAlivePingPolicy.Always,
        },
        DisposeHttpClient = true,
        MaxReceiveMessageSize = MaxMessageBytes,
        MaxSendMessageSize = MaxMessageBytes,
    });
}
