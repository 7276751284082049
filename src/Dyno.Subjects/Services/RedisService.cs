namespace Dyno.Subjects;

/// <summary>
/// A redis-server or valkey-server on a free loopback port that keeps nothing on disk. The server asks for a password that only Dyno and
/// the subject know, so that no other user of the machine can empty it or shut it down.
/// </summary>
internal sealed class RedisService : Service
{
    private const string PasswordSigns = "abcdefghijkmnpqrstuvwxyz23456789";
    private const int PasswordLength = 24;
    private static readonly string[] Servers = ["redis-server", "valkey-server"];

    private readonly OwnedFolder _folder;
    private readonly Server _server;

    private RedisService(ServiceOptions options, OwnedProcess process, OwnedFolder folder, Server server)
        : base(options, process, server.Port) => (_folder, _server) = (folder, server);

    public override string ConnectionString => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{Port},password={_server.Password}");

    public static new async Task<RedisService> StartAsync(ServiceOptions options, CancellationToken cancellation)
    {
        var program = Servers.Select(SearchPath.Find).FirstOrDefault(found => found is not null) ?? throw SubjectFaults.Of(SubjectFault.WrongInput,
            $"the service {options.Name} needs redis-server or valkey-server, and neither is in PATH",
            "install it: sudo apt-get install redis-server (Debian, Ubuntu); ./build services installs it in this checkout");
        var folder = OwnedFolder.Create("dyno-redis-");
        try
        {
            var own = new Server(FreePort.Next(), Entropy.Text(PasswordSigns, PasswordLength));
            var settings = Path.Combine(folder.Path, "redis.conf"); // every user could read the password in a command line
            await File.WriteAllTextAsync(settings, own.Settings, cancellation);
            var process = ServiceProcess.Start(options, [program, settings], folder.Path);
            await ServiceProcess.WaitAsync(options, process, () => own.PingAsync(cancellation), cancellation);
            return new RedisService(options, process, folder, own);
        }
        catch
        {
            folder.Dispose();
            throw;
        }
    }

    public override async Task<long?> CommandsAsync(CancellationToken cancellation)
    {
        const string Field = "total_commands_processed:";
        try
        {
            using var client = new TcpClient();
            using var reader = await _server.SendAsync(client, "INFO stats", cancellation);
            while (await reader.ReadLineAsync(cancellation) is { } line)
                if (line.StartsWith(Field, StringComparison.Ordinal))
                    return long.TryParse(line[Field.Length..], NumberStyles.None, CultureInfo.InvariantCulture, out var count) ? count : null;
            return null;
        }
        catch (Exception e) when (e is SocketException or IOException)
        {
            return null;
        }
    }

    private protected override async Task DoAsync(string what, CancellationToken cancellation)
    {
        string answer;
        try
        {
            answer = await _server.AskAsync(what, cancellation);
        }
        catch (Exception e) when (e is SocketException or IOException)
        {
            throw Failed($"did not accept '{what}': {e.Message}"); // the server may have ended a moment ago
        }
        if (answer.StartsWith('-')) throw Failed($"answered '{answer[1..]}' to '{what}'", "correct setup or reset in the experiment");
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        _folder.Dispose();
    }

    private sealed record Server(int Port, string Password)
    {
        public string Settings => string.Create(CultureInfo.InvariantCulture,
            $"port {Port}\nbind 127.0.0.1\nrequirepass {Password}\nsave \"\"\nappendonly no\ndaemonize no\n");

        public async Task<bool> PingAsync(CancellationToken cancellation)
        {
            try
            {
                return await AskAsync("PING", cancellation) == "+PONG";
            }
            catch (Exception e) when (e is SocketException or IOException)
            {
                return false;
            }
        }

        public async Task<string> AskAsync(string command, CancellationToken cancellation)
        {
            using var client = new TcpClient();
            using var reader = await SendAsync(client, command, cancellation);
            return await reader.ReadLineAsync(cancellation) ?? "";
        }

        // Redis also takes commands as plain lines (redis.io/docs/reference/protocol-spec, "inline commands").
        public async Task<StreamReader> SendAsync(TcpClient client, string command, CancellationToken cancellation)
        {
            await client.ConnectAsync(IPAddress.Loopback, Port, cancellation);
            var stream = client.GetStream();
            await stream.WriteAsync(Encoding.UTF8.GetBytes($"AUTH {Password}\r\n{command.ReplaceLineEndings(" ")}\r\nQUIT\r\n"), cancellation);
            var reader = new StreamReader(stream);
            await reader.ReadLineAsync(cancellation); // +OK, or the reason why the command is refused, too
            return reader;
        }
    }
}
