namespace Dyno.K6;

/// <summary>WebSockets: opened, written to, and read event by event, by a script that waits or by an operation that ends later.</summary>
internal sealed class WebSocketHost
{
    private readonly ScriptUser _user;
    private readonly Dictionary<int, Open> _open = [];
    private readonly Dictionary<int, Task<WebSocketEvent>> _later = [];
    private int _number;

    private WebSocketHost(ScriptUser user) => _user = user;

    public static void AddTo(HostTable table, ScriptUser user)
    {
        var host = new WebSocketHost(user);
        table.Add("wsOpen", host.Connect);
        table.Add("wsNext", call => host.Later(call.Whole(0), host._open[call.Whole(1)]));
        table.Add("wsTakeLater", host.TakeLater);
        table.Add("wsWait", host.Wait);
        table.Add("wsTake", host.Take);
        table.Add("wsBytes", call => host._open[call.Whole(0)].Data.Span.CopyTo(call.Bytes(1)));
        table.Add("wsSend", host.Send);
        table.Add("wsPing", call => { if (host._open.TryGetValue(call.Whole(0), out var open)) open.Connection.Ping(); });
        table.Add("wsQueued", call => call.Return(host._open.TryGetValue(call.Whole(0), out var open) ? open.Connection.QueuedBytes : 0));
        table.Add("wsClose", host.Close);
    }

    // Arguments: URL, protocols, params.
    private void Connect(HostCall call)
    {
        _user.ThrowIfCut();
        var sender = _user.Sender ?? throw new HostException("WebSockets cannot be opened in the init stage");
        Forget();
        var written = call.Text(0);
        if (!Uri.TryCreate(written, UriKind.Absolute, out var url) || url.Scheme is not ("ws" or "wss") || url.Host.Length == 0)
            throw new HostException($"invalid WebSocket URL '{written}': write ws://host:port/path, or wss://");
        var isTls = url.Scheme == "wss";
        var port = url.IsDefaultPort ? isTls ? 443 : 80 : url.Port;
        url = new UriBuilder(url) { Scheme = isTls ? "https" : "http", Port = port, Fragment = "" }.Uri;
        if (_user.Run.Http.Addresses.Problem(url.Host) is { } blocked) throw new HostException(blocked);
        var given = JsonNode.Parse(call.Text(2)) as JsonObject ?? [];
        var opening = new WebSocketOpening
        {
            Url = url,
            Headers = HeadersOf(given, url, sender, _user.Run.Http),
            Protocols = [.. JsonSerializer.Deserialize<string[]>(call.Text(1))!],
            Compresses = given["compression"]?.ToString() is "deflate",
            LocalAddress = _user.Run.Http.LocalAddresses?.Of(_user.Id),
        };
        var connection = new WebSocketConnection(_user.Run.Http.Network, opening, _user.Scope.Token, _user.Scope.Samples.Bytes);
        _open[++_number] = new Open(connection);
        call.Return(_number);
    }

    // Forgets the sockets whose iterations were cut.
    private void Forget()
    {
        foreach (var (number, open) in _open.Where(o => o.Value.IsOver).ToList()) _open.Remove(number);
    }

    /// <summary>
    /// The headers that a script has written, with the user agent, and with the cookies of the user's jar or of the jar that the script
    /// names.
    /// </summary>
    internal static ImmutableArray<HeaderField> HeadersOf(JsonObject given, Uri url, HttpSender sender, HttpRunOptions options)
    {
        var headers = (given["headers"] as JsonObject)?.Select(h => new HeaderField(h.Key, h.Value?.ToString() ?? "")).ToList() ?? [];
        if (!headers.Any(h => h.Name.Equals("User-Agent", StringComparison.OrdinalIgnoreCase)) && options.UserAgent is { Length: > 0 } agent)
            headers.Add(new HeaderField("User-Agent", agent));
        var jar = given["jar"]?.GetValue<int>() is > 0 and var number ? sender.Jars[number - 1] : sender.Cookies;
        var cookies = string.Join("; ", jar.For(url).Select(c => $"{c.Key}={ScriptCookieJar.OnWire(c.Value)}"));
        if (cookies.Length > 0 && !headers.Any(h => h.Name.Equals("Cookie", StringComparison.OrdinalIgnoreCase))) headers.Add(new HeaderField("Cookie", cookies));
        return [.. headers];
    }

    private void Later(int operation, Open open)
    {
        // Not on a loop's thread: what connects and reads continues in the context that it finds.
        var next = open.Next();
        _later[operation] = next;
        next.ContinueWith(_ => _user.Ended(operation), CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
    }

    // Arguments: operation, socket.
    private void TakeLater(HostCall call)
    {
        if (!_later.Remove(call.Whole(0), out var next)) throw new HostException("the event was forgotten");
        var open = _open[call.Whole(1)];
        open.Taken();
        call.Return(Written(open, next.GetAwaiter().GetResult())); // the task has ended
    }

    /// <summary>Waits for an event. Arguments: the socket, the milliseconds to wait (below 0: without limit), whether the script is suspended.</summary>
    private void Wait(HostCall call)
    {
        _user.ThrowIfCut();
        var open = _open[call.Whole(0)];
        var next = open.Next();
        if (next.IsCompleted) return;
        var time = call.Number(1) < 0 ? Timeout.InfiniteTimeSpan : TimeSpan.FromMilliseconds(Math.Min(call.Number(1), int.MaxValue - 1));
        if (call.Truth(2))
        {
            _user.Suspend(static () => { });
            Task waiting = time == Timeout.InfiniteTimeSpan ? next : Task.WhenAny(next, Task.Delay(time, _user.Run.Clock.Provider, _user.Scope.Token));
            waiting.GetAwaiter().UnsafeOnCompleted(_user.Continue);
            call.Return(true);
            return;
        }
        ((IAsyncResult)next).AsyncWaitHandle.WaitOne(time);
        _user.ThrowIfCut();
    }

    /// <summary>Returns the event that has come, or an empty text. Argument: the socket.</summary>
    private void Take(HostCall call)
    {
        var open = _open[call.Whole(0)];
        var next = open.Next();
        if (!next.IsCompleted) { call.Return(""); return; }
        open.Taken();
        call.Return(Written(open, next.GetAwaiter().GetResult())); // the task has ended
    }

    private static string Written(Open open, WebSocketEvent happened)
    {
        var connection = open.Connection;
        var written = new JsonObject { ["kind"] = happened.Kind.ToString(), ["text"] = happened.Text };
        open.Data = happened.Data;
        switch (happened.Kind)
        {
            case WebSocketEventKind.Open:
                written["millis"] = happened.Nanos / 1e6;
                written["protocol"] = connection.Protocol;
                written["extensions"] = connection.IsCompressed ? "permessage-deflate" : "";
                Answered(written, connection);
                break;
            case WebSocketEventKind.Error:
                Answered(written, connection);
                break;
            case WebSocketEventKind.Text or WebSocketEventKind.Ping or WebSocketEventKind.Pong:
                written["data"] = Encoding.UTF8.GetString(happened.Data.Span);
                written["millis"] = happened.Nanos / 1e6;
                break;
            case WebSocketEventKind.Binary:
                written["length"] = happened.Data.Length;
                break;
            default:
                written["code"] = happened.Code;
                open.IsOver = true;
                break;
        }
        return written.ToJsonString();
    }

    private static void Answered(JsonObject written, WebSocketConnection connection)
    {
        written["status"] = connection.Status;
        written["body"] = connection.Body;
        written["headers"] = HeadersText(connection.Headers);
    }

    /// <summary>The headers of an answer as an object for the script: names as k6 writes them, several headers with one name as one member.</summary>
    internal static JsonObject HeadersText(ImmutableArray<HeaderField> headers) =>
        new(headers.GroupBy(h => HeaderNames.Canonical(h.Name), StringComparer.Ordinal)
        .Select(g => KeyValuePair.Create(g.Key, (JsonNode?)string.Join(", ", g.Select(h => h.Value)))));

    private void Send(HostCall call)
    {
        if (!_open.TryGetValue(call.Whole(0), out var open)) return;
        var isText = !call.IsBytes(1);
        call.Return(open.Connection.Send(isText ? Encoding.UTF8.GetBytes(call.Text(1)) : call.Bytes(1).ToArray(), isText));
    }

    // Arguments: socket, code, reason.
    private void Close(HostCall call)
    {
        if (_open.TryGetValue(call.Whole(0), out var open)) open.Connection.Close(call.Whole(1), call.Text(2));
    }

    private sealed class Open(WebSocketConnection connection)
    {
        private Task<WebSocketEvent>? _next;

        public WebSocketConnection Connection => connection;

        /// <summary>The bytes of the event that was taken last.</summary>
        public ReadOnlyMemory<byte> Data { get; set; }

        public bool IsOver { get; set; }

        public Task<WebSocketEvent> Next() => _next ??= Task.Run(connection.NextAsync);

        public void Taken() => _next = null;
    }
}
