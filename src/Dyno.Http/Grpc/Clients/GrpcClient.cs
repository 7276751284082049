namespace Dyno.Http;

/// <summary>
/// A gRPC client for code that decides its next call at run time (k6 scripts). Messages are JSON, converted by the types that the caller
/// passes. Built on .NET's HTTP/2. Thread-safe.
/// </summary>
public sealed class GrpcClient : IDisposable
{
    private const string SecondMessage = "cardinality violation: the server sent a second message to a call that has one answer"; // in grpc-go too this is INTERNAL
    private readonly Uri _server;
    private readonly EngineClock _clock;
    private readonly HttpMessageInvoker _client;

    /// <param name="server">Scheme (http or https), host and port of the server.</param>
    /// <param name="options">Options of connections: timeout, TLS settings, connect-to rules and Unix socket are used.</param>
    /// <param name="bytes">Counts the bytes that the connections send and receive.</param>
    public GrpcClient(Uri server, HttpOptions options, EngineClock clock, ByteTally? bytes = null)
    {
        (_server, _clock, Options) = (server, clock, options);
        _client = new HttpMessageInvoker(HandlerFor(server, options, bytes));
    }

    /// <summary>The options as passed to the constructor.</summary>
    public HttpOptions Options { get; }

    public Uri Server => _server;

    /// <summary>The .NET handler for HTTP/2 with these options, and without automatic behaviour (proxy, cookies, redirects, tracing headers).</summary>
    internal static SocketsHttpHandler HandlerFor(Uri server, HttpOptions options, ByteTally? bytes = null)
    {
        var origin = HttpOrigin.Of(server);
        var (host, port) = origin.Target(options.ConnectTo);
        return new SocketsHttpHandler
        {
            UseProxy = false,
            UseCookies = false,
            AllowAutoRedirect = false,
            ActivityHeadersPropagator = null,
            EnableMultipleHttp2Connections = true,
            ConnectTimeout = options.ConnectTimeout,
            SslOptions = new TlsAuthentication(options.Tls).For(origin.Host, SslApplicationProtocol.Http2),
            ConnectCallback = async (_, cancel) =>
                new NetworkStream(await ConnectAsync(host, port, options.UnixSocket, cancel).ConfigureAwait(false), ownsSocket: true),
            PlaintextStreamFilter = bytes is null
                ? null : (connection, _) => ValueTask.FromResult<Stream>(new TalliedStream(connection.PlaintextStream, bytes)),
        };
    }

    /// <summary>Checks that the server accepts a connection.</summary>
    /// <exception cref="SocketException">No connection can be opened.</exception>
    public async Task TryConnectAsync(CancellationToken cancellationToken)
    {
        var (host, port) = HttpOrigin.Of(_server).Target(Options.ConnectTo);
        using var socket = await ConnectAsync(host, port, Options.UnixSocket, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Makes a call with one request message and one response message.</summary>
    /// <param name="path"><c>package.Service/Method</c>, with or without a slash before it.</param>
    /// <param name="metadata">Names and values of the metadata.</param>
    /// <param name="timeout">The deadline of the call, as time from now.</param>
    /// <exception cref="ArgumentException">There is no such method, or the message does not fit its type.</exception>
    public async Task<GrpcReply> CallAsync(
        GrpcTypes types, string path, string json, IEnumerable<KeyValuePair<string, string>> metadata, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var start = _clock.NowNanos;
        var stream = Open(types, path, metadata, timeout, cancellationToken);
        using (stream)
        {
            stream.Write(json);
            stream.End();
            string? message = null;
            while (await stream.NextAsync().ConfigureAwait(false) is { Kind: not GrpcEventKind.End } next)
            {
                if (next.Kind != GrpcEventKind.Message) continue;
                if (message is not null) return new GrpcReply { Code = GrpcStatus.Internal, Text = SecondMessage, Nanos = _clock.NowNanos - start };
                message = next.Text;
            }
            return stream.Reply with { Message = stream.Reply.Code == 0 ? message : null };
        }
    }

    /// <summary>Opens a call whose messages are sent and read one after another.</summary>
    /// <exception cref="ArgumentException">There is no such method.</exception>
    public GrpcStreamingCall Open(
        GrpcTypes types, string path, IEnumerable<KeyValuePair<string, string>> metadata, TimeSpan timeout, CancellationToken cancellationToken)
    {
        var method = types.Find(path) ?? throw new ArgumentException($"method \"{path}\" not found in file descriptors");
        var request = new HttpRequestMessage(HttpMethod.Post, new Uri(_server, method.Path))
        {
            Version = System.Net.HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        request.Headers.TE.Add(new("trailers"));
        request.Headers.TryAddWithoutValidation("grpc-timeout", GrpcDeadline.Text(timeout));
        foreach (var (name, value) in metadata)
            request.Headers.TryAddWithoutValidation(name, IsBinary(name) ? Convert.ToBase64String(Encoding.Latin1.GetBytes(value)) : value);
        return new GrpcStreamingCall(_client, request, method, _clock, timeout, cancellationToken);
    }

    public void Dispose() => _client.Dispose();

    private static bool IsBinary(string name) => name.EndsWith("-bin", StringComparison.OrdinalIgnoreCase);

    private static async Task<Socket> ConnectAsync(string host, int port, string? unixSocket, CancellationToken cancellationToken)
    {
        if (unixSocket is null) return await HostAddresses.ConnectAsync(host, port, cancellationToken).ConfigureAwait(false);
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            await socket.ConnectAsync(new UnixDomainSocketEndPoint(unixSocket), cancellationToken).ConfigureAwait(false);
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
