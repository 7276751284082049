namespace Dyno.Http;

/// <summary>A call in progress. Messages to send are queued. Received events are read one after another, by one reader at a time.</summary>
public sealed class GrpcStreamingCall : IDisposable
{
    private const int MaxMessageBytes = GrpcAnswer.MaxMessageBytes;
    private const long MaxQueuedBytes = 64L * 1024 * 1024;
    private readonly Channel<byte[]> _messages = Channel.CreateUnbounded<byte[]>(new UnboundedChannelOptions { SingleReader = true });
    private readonly CancellationTokenSource _patience;
    private readonly CancellationToken _cut;
    private readonly HttpRequestMessage _request;
    private readonly GrpcMethod _method;
    private readonly EngineClock _clock;
    private readonly long _start;
    private readonly Task<HttpResponseMessage> _sending;
    private HttpResponseMessage? _response;
    private Stream? _body;
    private bool _saidHeaders;
    private long _queuedBytes;
    private volatile string? _refused; // why the call is given up
    private volatile bool _isDisposed;

    internal GrpcStreamingCall(
        HttpMessageInvoker client, HttpRequestMessage request, GrpcMethod method, EngineClock clock, TimeSpan timeout, CancellationToken cut)
    {
        (_request, _method, _clock, _cut) = (request, method, clock, cut);
        _patience = CancellationTokenSource.CreateLinkedTokenSource(cut);
        _patience.CancelAfter(timeout);
        request.Content = new MessageContent(_messages.Reader, sent => Interlocked.Add(ref _queuedBytes, -sent));
        _start = clock.NowNanos;
        _sending = client.SendAsync(request, _patience.Token);
    }

    /// <summary>How the call ended; set once <see cref="NextAsync"/> has returned <see cref="GrpcEventKind.End"/>.</summary>
    public GrpcReply Reply { get; private set; } = new() { Code = -1 };

    /// <summary>Queues a message. The call ends with RESOURCE_EXHAUSTED when more than 64 MiB wait for a server that does not read.</summary>
    /// <exception cref="ArgumentException">The message does not fit its type.</exception>
    public void Write(string json)
    {
        var text = Encoding.UTF8.GetBytes(json);
        var room = new byte[GrpcCall.PrefixBytes + JsonToWire.MaxLength(text.Length)];
        try
        {
            var length = JsonToWire.Write(_method.Input, text, room.AsSpan(GrpcCall.PrefixBytes));
            BinaryPrimitives.WriteUInt32BigEndian(room.AsSpan(1), (uint)length);
            Queue(room[..(GrpcCall.PrefixBytes + length)]);
        }
        catch (GrpcMessageException e)
        {
            throw new ArgumentException(e.Message.TrimStart('.'), e);
        }
    }

    /// <summary>Ends the client's stream: no further message follows.</summary>
    public void End() => _messages.Writer.TryComplete();

    /// <summary>Waits for the next event. The last one is <see cref="GrpcEventKind.End"/>; <see cref="Reply"/> then says how the call ended.</summary>
    public async Task<GrpcEvent> NextAsync()
    {
        try
        {
            _response ??= await _sending.ConfigureAwait(false);
            if (!_saidHeaders)
            {
                _saidHeaders = true;
                return new GrpcEvent(GrpcEventKind.Headers, "");
            }
            _body ??= await _response.Content.ReadAsStreamAsync(_patience.Token).ConfigureAwait(false);
            if (await ReadMessageAsync().ConfigureAwait(false) is { } message)
                return new GrpcEvent(GrpcEventKind.Message, WireToJson.Text(_method.Output, message));
            return Ended();
        }
        catch (Exception e) when (e is HttpRequestException or IOException or OperationCanceledException or GrpcMessageException or InvalidDataException)
        {
            return Failed(e);
        }
    }

    public void Dispose()
    {
        _isDisposed = true;
        End();
        _patience.Cancel();
        _response?.Dispose();
        _request.Dispose();
        _patience.Dispose();
    }

    private void Queue(byte[] message)
    {
        if (Interlocked.Add(ref _queuedBytes, message.Length) <= MaxQueuedBytes)
        {
            _messages.Writer.TryWrite(message);
            return;
        }
        if (_refused is not null || _isDisposed) return;
        _refused = $"more than {MaxQueuedBytes} bytes wait to be sent: the server does not read";
        End();
        _patience.Cancel();
    }

    private async Task<byte[]?> ReadMessageAsync()
    {
        var prefix = new byte[GrpcCall.PrefixBytes];
        var read = await _body!.ReadAtLeastAsync(prefix, prefix.Length, throwOnEndOfStream: false, _patience.Token).ConfigureAwait(false);
        if (read == 0) return null;
        if (read < prefix.Length) throw new InvalidDataException("the server ended the call within a message");
        var length = BinaryPrimitives.ReadUInt32BigEndian(prefix.AsSpan(1));
        if (length > MaxMessageBytes) throw new InvalidDataException($"received message larger than max ({length} vs. {MaxMessageBytes})");
        var message = new byte[length];
        await _body.ReadExactlyAsync(message, _patience.Token).ConfigureAwait(false);
        if (prefix[0] == 0) return message;
        var encoding = _response!.Headers.TryGetValues("grpc-encoding", out var named) ? named.First() : "";
        return MessageCoding.Unpack(message, encoding);
    }

    private GrpcEvent Ended()
    {
        var trailers = Fields(_response!.TrailingHeaders);
        var headers = Fields(_response.Headers);
        var said = trailers.Concat(headers).ToLookup(f => f.Key, f => f.Value, StringComparer.OrdinalIgnoreCase);
        var code = int.TryParse(said["grpc-status"].FirstOrDefault(), out var number) ? number
            : _response.StatusCode == HttpStatusCode.OK ? 2 : CodeOf(_response.StatusCode);
        var text = said["grpc-message"].FirstOrDefault() is { } message ? Uri.UnescapeDataString(message)
            : number == 0 && code != 0 ? $"unexpected HTTP status code received from server: {(int)_response.StatusCode}" : "";
        Reply = new GrpcReply { Code = code, Text = text, Headers = headers, Trailers = trailers, Nanos = _clock.NowNanos - _start };
        return new GrpcEvent(GrpcEventKind.End, "");
    }

    private GrpcEvent Failed(Exception e)
    {
        var (code, text) = e switch
        {
            _ when _refused is { } why => (GrpcStatus.ResourceExhausted, why),
            OperationCanceledException when _cut.IsCancellationRequested => (1, "the call was cut"),
            OperationCanceledException => (4, "context deadline exceeded"),
            InvalidDataException => (GrpcStatus.ResourceExhausted, e.Message),
            GrpcMessageException => (13, e.Message),
            _ => (14, ErrorKinds.Text(e)),
        };
        Reply = new GrpcReply { Code = code, Text = text, Nanos = _clock.NowNanos - _start };
        return new GrpcEvent(GrpcEventKind.End, "");
    }

    // The gRPC code of an HTTP status, as gRPC clients map it (doc/http-grpc-status-mapping.md).
    private static int CodeOf(HttpStatusCode status) => (int)status switch
    {
        400 => 13,
        401 => 16,
        403 => 7,
        404 => 12,
        429 or 502 or 503 or 504 => 14,
        _ => 2,
    };

    private static ImmutableArray<KeyValuePair<string, string>> Fields(System.Net.Http.Headers.HttpResponseHeaders headers) =>
        [.. headers.SelectMany(h => h.Value.Select(v => KeyValuePair.Create(h.Key.ToLowerInvariant(), v)))];

    private sealed class MessageContent : HttpContent
    {
        private readonly ChannelReader<byte[]> _messages;
        private readonly Action<long> _sent;

        public MessageContent(ChannelReader<byte[]> messages, Action<long> sent)
        {
            (_messages, _sent) = (messages, sent);
            Headers.ContentType = new("application/grpc");
        }

        protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
            SerializeToStreamAsync(stream, context, CancellationToken.None);

        protected override async Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
        {
            await foreach (var message in _messages.ReadAllAsync(cancellationToken).ConfigureAwait(false))
            {
                await stream.WriteAsync(message, cancellationToken).ConfigureAwait(false);
                await stream.FlushAsync(cancellationToken).ConfigureAwait(false);
                _sent(message.Length);
            }
        }

        protected override bool TryComputeLength(out long length)
        {
            length = 0;
            return false;
        }
    }
}

/// <summary>An event of a call.</summary>
/// <param name="Text">The message as JSON; empty for other events.</param>
public sealed record GrpcEvent(GrpcEventKind Kind, string Text);

/// <summary>The kinds of events of a call.</summary>
public enum GrpcEventKind
{
    /// <summary>The server's headers were received.</summary>
    Headers,

    /// <summary>A message was received.</summary>
    Message,

    /// <summary>The call has ended.</summary>
    End,
}
