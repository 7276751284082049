namespace Dyno.K6;

/// <summary>gRPC for scripts: clients with their types and connections, calls that wait or end later, streams.</summary>
internal sealed class GrpcHost
{
    private static readonly ConditionalWeakTable<ScriptRun, ConcurrentDictionary<string, Lazy<GrpcTypes>>> Loaded = []; // every user loads the same files

    private const string HealthMethod = "/grpc.health.v1.Health/Check";

    // Every client can ask for the health of a server, whatever types it was given. Scripts see the number of a status.
    private static readonly Lazy<GrpcTypes> Health = new(() => GrpcTypes.OfFiles(["health.proto"], [], static _ => """
        syntax = "proto3";
        package grpc.health.v1;
        service Health { rpc Check (HealthCheckRequest) returns (HealthCheckResponse); }
        message HealthCheckRequest { string service = 1; }
        message HealthCheckResponse { int32 status = 1; }
        """u8.ToArray()));

    private readonly ScriptUser _user;
    private readonly List<Client> _clients = [];
    private readonly List<GrpcStreamingCall> _streams = [];
    private readonly Dictionary<int, Task<string>> _later = [];
    private Task<string> _waiting = Task.FromResult("");
    private readonly Action _publish;

    private GrpcHost(ScriptUser user)
    {
        _user = user;
        _publish = () => Result();
    }

    public static void AddTo(HostTable table, ScriptUser user)
    {
        var host = new GrpcHost(user);
        table.Add("grpcClient", call => { host._clients.Add(new Client()); call.Return(host._clients.Count - 1); });
        table.Add("grpcLoad", host.Load);
        table.Add("grpcConnect", call => host.Connect(call));
        table.Add("grpcInvoke", call => host.Wait(call, 4, host.CallAsync(call, 0)));
        table.Add("grpcHealth", call => host.Wait(call, 3, host.CheckAsync(call)));
        table.Add("grpcTake", call => call.Return(host.Result()));
        table.Add("grpcInvokeLater", call => host.Later(call.Whole(0), host.CallAsync(call, 1)));
        table.Add("grpcStream", host.OpenStream);
        table.Add("grpcWrite", call => Write(host._streams[call.Whole(0)], call.Text(1)));
        table.Add("grpcEnd", call => host._streams[call.Whole(0)].End());
        table.Add("grpcNext", call => host.Later(call.Whole(0), NextAsync(host._streams[call.Whole(1)])));
        table.Add("grpcTakeLater", host.TakeLater);
        table.Add("grpcClose", call => host._clients[call.Whole(0)].Close());
    }

    private static JsonObject Params(string json) => JsonNode.Parse(json) as JsonObject ?? [];

    private void Load(HostCall call)
    {
        var client = _clients[call.Whole(0)];
        var files = JsonSerializer.Deserialize<string[]>(call.Text(2))!;
        var key = $"{call.Text(1)}\n{call.Text(2)}\n{call.Truth(3)}";
        var folder = Path.GetDirectoryName(_user.Run.Files.MainFile)!;
        var paths = (JsonSerializer.Deserialize<string[]>(call.Text(1)) ?? []).Select(p => Path.GetFullPath(p, folder)).ToArray();
        var isSet = call.Truth(3);
        Func<string, byte[]?> read = _user.Run.Files.TryOpen;
        var types = Loaded.GetOrCreateValue(_user.Run).GetOrAdd(key, _ => new Lazy<GrpcTypes>(() => isSet
            ? GrpcTypes.OfSet(Path.GetFullPath(files[0], folder), read)
            : GrpcTypes.OfFiles(files.Select(f => paths.Any(p => read(Path.GetFullPath(f, p)) is not null) ? f : Path.Combine(folder, f)),
                paths, read)));
        try
        {
            client.Types = client.Types.With(types.Value);
        }
        catch (UserFault fault)
        {
            throw new HostException(fault.Message);
        }
        call.Return(JsonSerializer.Serialize(types.Value.Methods.Select(m =>
        {
            var service = m.Path[1..m.Path.LastIndexOf('/')];
            var dot = service.LastIndexOf('.');
            return new
            {
                fullMethod = m.Path,
                package = dot < 0 ? "" : service[..dot],
                service = service[(dot + 1)..],
                isClientStream = m.IsClientStreaming,
                isServerStream = m.IsServerStreaming,
            };
        })));
    }

    // On the thread pool: code that asks the server continues in the synchronization context that it is called in, and that must not be a loop's.
    private void Connect(HostCall call)
    {
        var (client, address, given) = (_clients[call.Whole(0)], call.Text(1), Params(call.Text(2)));
        Wait(call, 3, Task.Run(() => ConnectAsync(client, address, given)));
    }

    private async Task<string> ConnectAsync(Client client, string address, JsonObject given)
    {
        var isPlain = given["plaintext"]?.GetValue<bool>() ?? false;
        var options = _user.Run.Http.Network.Options;
        if (given["tls"] is JsonObject tls && tls.Any(p => p.Key != "insecureSkipVerify"))
            throw new HostException("connect(): only insecureSkipVerify of tls is supported; certificates come from the options tlsAuth and --cacert");
        if (given["tls"]?["insecureSkipVerify"]?.GetValue<bool>() == true) options = options with { Tls = options.Tls with { Insecure = true } };
        if (!Uri.TryCreate($"{(isPlain ? "http" : "https")}://{address}", UriKind.Absolute, out var server)) throw new HostException($"invalid address '{address}': write host:port");
        client.Close();
        client.Connection = new GrpcClient(server, options, _user.Run.Clock, _user.Scope.Samples.Bytes);
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(_user.Scope.Token);
        patience.CancelAfter(TimeSpan.FromMilliseconds(given["timeout"]?.GetValue<double>() ?? 60_000));
        try
        {
            await client.Connection.TryConnectAsync(patience.Token).ConfigureAwait(false);
            if (given["reflect"]?.GetValue<bool>() == true)
                client.Types = client.Types.With(await GrpcTypes.AskAsync(server, options, patience.Token).ConfigureAwait(false));
        }
        catch (Exception e) when (e is System.Net.Sockets.SocketException or OperationCanceledException or UserFault)
        {
            client.Close();
            throw new HostException(e is OperationCanceledException ? "context deadline exceeded" : e.Message);
        }
        return "{}";
    }

    // Arguments: client, method, message, params.
    private Task<string> CallAsync(HostCall call, int from)
    {
        var client = _clients[call.Whole(from)];
        return CallAsync(client, client.Types, call.Text(from + 1), call.Text(from + 2), Params(call.Text(from + 3)));
    }

    // Client, message, params.
    private Task<string> CheckAsync(HostCall call) =>
        CallAsync(_clients[call.Whole(0)], Health.Value, HealthMethod, call.Text(1), Params(call.Text(2)));

    private async Task<string> CallAsync(Client client, GrpcTypes types, string method, string json, JsonObject given)
    {
        if (client.Connection is not { } connection) throw new HostException("no gRPC connection, you must call connect first");
        try
        {
            var reply = await connection.CallAsync(types, method, json, Metadata(given), Timeout(given), _user.Scope.Token).ConfigureAwait(false);
            return Written(reply, given["discardResponseMessage"]?.GetValue<bool>() ?? false).ToJsonString();
        }
        catch (ArgumentException e)
        {
            throw new HostException(e.Message);
        }
    }

    private static JsonObject Written(GrpcReply reply, bool discards = false) => new()
    {
        ["code"] = reply.Code,
        ["text"] = reply.Text,
        ["message"] = discards || reply.Message is null ? null : JsonNode.Parse(reply.Message),
        ["headers"] = Fields(reply.Headers),
        ["trailers"] = Fields(reply.Trailers),
        ["millis"] = reply.Nanos / 1e6,
    };

    private static JsonObject Fields(IEnumerable<KeyValuePair<string, string>> fields) =>
        new(fields.GroupBy(f => f.Key).Select(g => KeyValuePair.Create(g.Key, (JsonNode?)new JsonArray([.. g.Select(f => (JsonNode)f.Value)]))));

    private static List<KeyValuePair<string, string>> Metadata(JsonObject given) => given["metadata"] is JsonObject fields
        ? fields.Select(f => KeyValuePair.Create(f.Key, f.Value?.ToString() ?? "")).ToList() : [];

    private static TimeSpan Timeout(JsonObject given) => TimeSpan.FromMilliseconds(given["timeout"]?.GetValue<double>() ?? 120_000);

    // Waits for the task: a suspended script leaves the thread to other users; any other script blocks it.
    private void Wait(HostCall call, int suspends, Task<string> task)
    {
        _user.ThrowIfCut();
        _waiting = task;
        if (call.Truth(suspends) && !task.IsCompleted)
        {
            _user.Suspend(_publish);
            task.GetAwaiter().UnsafeOnCompleted(_user.Continue);
            call.Return(true);
            return;
        }
        Result();
    }

    private string Result()
    {
        try
        {
            return _waiting.GetAwaiter().GetResult(); // the task has ended, or this thread may be blocked
        }
        catch (OperationCanceledException)
        {
            throw new HostException("the call was cut");
        }
    }

    private void Later(int operation, Task<string> task)
    {
        _later[operation] = task;
        task.ContinueWith(_ => _user.Ended(operation), TaskScheduler.Default);
    }

    private void TakeLater(HostCall call)
    {
        if (!_later.Remove(call.Whole(0), out var task)) throw new HostException("the call was forgotten");
        if (task.IsCanceled) throw new HostException("the call was cut");
        call.Return(task.GetAwaiter().GetResult());
    }

    private void OpenStream(HostCall call)
    {
        var client = _clients[call.Whole(0)];
        var given = Params(call.Text(2));
        if (client.Connection is not { } connection) throw new HostException("no gRPC connection, you must call connect first");
        try
        {
            _streams.Add(connection.Open(client.Types, call.Text(1), Metadata(given), Timeout(given), _user.Scope.Token));
            call.Return(_streams.Count - 1);
        }
        catch (ArgumentException e)
        {
            throw new HostException(e.Message);
        }
    }

    private static void Write(GrpcStreamingCall stream, string json)
    {
        try
        {
            stream.Write(json);
        }
        catch (ArgumentException e)
        {
            throw new HostException(e.Message);
        }
    }

    private static async Task<string> NextAsync(GrpcStreamingCall stream)
    {
        var next = await stream.NextAsync().ConfigureAwait(false);
        var written = next.Kind == GrpcEventKind.End ? Written(stream.Reply) : [];
        written["kind"] = next.Kind.ToString();
        if (next.Kind == GrpcEventKind.Message) written["message"] = JsonNode.Parse(next.Text);
        if (next.Kind == GrpcEventKind.End) stream.Dispose();
        return written.ToJsonString();
    }

    private sealed class Client
    {
        public GrpcTypes Types { get; set; } = GrpcTypes.None;

        public GrpcClient? Connection { get; set; }

        public void Close()
        {
            Connection?.Dispose();
            Connection = null;
        }
    }
}
