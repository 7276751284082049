using System.Threading.Channels;

namespace Dyno.K6;

/// <summary>Streams of server-sent events: a script opens them, and waits for event after event.</summary>
internal sealed class EventStreamHost
{
    private static readonly TimeSpan LongestTimeout = TimeSpan.FromMilliseconds(int.MaxValue);
    private readonly ScriptUser _user;
    private readonly Dictionary<int, Open> _open = [];
    private int _number;

    private EventStreamHost(ScriptUser user) => _user = user;

    public static void AddTo(HostTable table, ScriptUser user)
    {
        var host = new EventStreamHost(user);
        table.Add("sseOpen", host.Connect);
        table.Add("sseWait", host.Wait);
        table.Add("sseTake", host.Take);
        table.Add("sseClose", host.Close);
    }

    // Arguments: URL, params, body.
    private void Connect(HostCall call)
    {
        _user.ThrowIfCut();
        var sender = _user.Sender ?? throw new HostException("event streams cannot be opened in the init stage");
        foreach (var left in _open.Where(o => o.Value.IsCut).Select(o => o.Key).ToList()) _open.Remove(left);
        var written = call.Text(0);
        if (!Uri.TryCreate(written, UriKind.Absolute, out var url) || url.Scheme is not ("http" or "https") || url.Host.Length == 0)
            throw new HostException($"invalid URL '{written}' of an event stream: write http://host:port/path, or https://");
        var options = _user.Run.Http;
        if (options.Addresses.Problem(url.Host) is { } blocked) throw new HostException(blocked);
        var given = JsonNode.Parse(call.Text(1)) as JsonObject ?? [];
        var timeout = TimeoutOf(given["timeout"]);
        var method = given["method"]?.ToString() is { Length: > 0 } name ? name.ToUpperInvariant() : "GET";
        var headers = WebSocketHost.HeadersOf(given, url, sender, options);
        if (!headers.Any(h => h.Name.Equals("Accept", StringComparison.OrdinalIgnoreCase)))
            headers = headers.Add(new HeaderField("Accept", "text/event-stream"));
        var open = new Open(_user.Scope.Token);
        open.Run(sender.Apart, timeout, new WireRequest
        {
            Method = method,
            Url = url,
            Headers = headers,
            Body = call.IsNothing(2) ? default : call.Bytes(2).ToArray(),
            MaxRedirects = options.MaxRedirects,
            BodySink = open,
            Bytes = _user.Scope.Samples.Bytes,
        });
        _open[++_number] = open;
        call.Return(_number);
    }

    private static TimeSpan TimeoutOf(JsonNode? value)
    {
        if (value is null) return LongestTimeout;
        var text = value.ToString();
        var isNumber = double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var milliseconds);
        if (isNumber && milliseconds is > 0 and < int.MaxValue) return TimeSpan.FromMilliseconds(milliseconds);
        if (!isNumber && DurationText.TryParseK6(text, out var timeout) && timeout > TimeSpan.Zero)
            return timeout < LongestTimeout ? timeout : LongestTimeout;
        throw new HostException($"'{text}' is not a timeout: write '60s', '500ms', or a number of milliseconds");
    }

    /// <summary>Waits until something has happened. Arguments: the stream, whether the script is suspended.</summary>
    private void Wait(HostCall call)
    {
        _user.ThrowIfCut();
        var next = _open[call.Whole(0)].Next();
        if (next.IsCompleted) return;
        if (call.Truth(1))
        {
            _user.Suspend(static () => { });
            next.GetAwaiter().UnsafeOnCompleted(_user.Continue);
            call.Return(true);
            return;
        }
        ((IAsyncResult)next).AsyncWaitHandle.WaitOne();
        _user.ThrowIfCut();
    }

    /// <summary>Returns what has happened, or an empty text. Argument: the stream.</summary>
    private void Take(HostCall call) => call.Return(_open[call.Whole(0)].Take());

    private void Close(HostCall call)
    {
        if (_open.Remove(call.Whole(0), out var open)) open.Close();
    }

    /// <summary>An open stream: the receiving task fills a queue, and the script takes events out of the queue.</summary>
    [SuppressMessage("Design", "CA1001", Justification = "a source without a timer or a link holds nothing to free")]
    private sealed class Open : IBodySink
    {
        private const long MostWaitingBytes = 64L * 1024 * 1024; // events in the queue, each with what its object takes
        private const int BytesOfAnEvent = 500;
        private readonly Channel<JsonObject> _happened = Channel.CreateUnbounded<JsonObject>(new() { SingleReader = true });
        private readonly CancellationToken _cut;
        private readonly CancellationTokenSource _end = new();
        private readonly EventStreamText _text;
        private bool _isStream;
        private Task? _next;
        private long _waitingBytes;

        public Open(CancellationToken cut)
        {
            _cut = cut;
            _text = new EventStreamText(Add);
        }

        public bool IsCut => _cut.IsCancellationRequested;

        // On the thread pool: code that receives would otherwise continue in the synchronization context of the user's thread.
        public void Run(WireClient client, TimeSpan timeout, WireRequest request) =>
            Task.Run(async () =>
            {
                using var cutting = _cut.UnsafeRegister(static end => ((CancellationTokenSource)end!).Cancel(), _end);
                try
                {
                    var answer = await client.SendAsync(request, timeout, _end.Token).ConfigureAwait(false);
                    if (answer.Error != RequestErrorKind.None) Tell(new() { ["kind"] = "error", ["text"] = answer.ErrorText });
                    else if (!_isStream) Refused(answer);
                }
                catch (OperationCanceledException)
                {
                    // The script has closed the stream, or its iteration was cut.
                }
                finally
                {
                    Tell(new() { ["kind"] = "end" });
                }
            }, CancellationToken.None);

        public bool Begins(AnswerHead head)
        {
            _isStream = head.Status is >= 200 and < 300 && head.ContentEncoding is null
                && head.Header("Content-Type")?.StartsWith("text/event-stream", StringComparison.OrdinalIgnoreCase) == true;
            if (_isStream) Tell(new() { ["kind"] = "open", ["status"] = head.Status, ["headers"] = WebSocketHost.HeadersText(head.Headers) });
            return _isStream;
        }

        public void Take(ReadOnlySpan<byte> piece) => _text.Read(piece);

        public Task Next() => _next ??= _happened.Reader.WaitToReadAsync(CancellationToken.None).AsTask();

        public string Take()
        {
            if (!_happened.Reader.TryRead(out var happened)) return "";
            _next = null;
            var text = happened.ToJsonString();
            if (happened["size"] is { } size) Interlocked.Add(ref _waitingBytes, -size.GetValue<long>());
            return text;
        }

        public void Close() => _end.Cancel();

        private void Add(ServerSentEvent happened)
        {
            var size = BytesOfAnEvent + 2L * (happened.Id.Length + happened.Name.Length + happened.Data.Length + happened.Comment.Length);
            if (Interlocked.Add(ref _waitingBytes, size) > MostWaitingBytes)
                throw new InvalidDataException($"more than {MostWaitingBytes} bytes of events wait for the script: the server sends faster than the script takes them");
            Tell(new()
            {
                ["kind"] = "event",
                ["id"] = happened.Id,
                ["name"] = happened.Name,
                ["data"] = happened.Data,
                ["comment"] = happened.Comment,
                ["size"] = size,
            });
        }

        private void Refused(WireResponse answer) => Tell(new()
        {
            ["kind"] = "error",
            ["status"] = answer.Status,
            ["headers"] = WebSocketHost.HeadersText(answer.Headers),
            ["body"] = Encoding.UTF8.GetString(answer.Body.Span),
            ["text"] = $"the answer is not an event stream: status {answer.Status}, type {answer.Header("Content-Type") ?? "missing"}",
        });

        private void Tell(JsonObject happened) => _happened.Writer.TryWrite(happened);
    }
}
