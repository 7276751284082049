using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using Dyno.Subjects.Processes;
using Dyno.Subjects.Readiness;

namespace Dyno.Subjects.Services;

/// <summary>A redis-server or valkey-server on a free loopback port that keeps nothing on disk.</summary>
internal sealed class RedisService : Service
{
    private static readonly string[] Servers = ["redis-server", "valkey-server"];

    private RedisService(ServiceOptions options, OwnedProcess process, int port) : base(options, process, port)
    {
    }

    /// <inheritdoc/>
    public override string ConnectionString => string.Create(CultureInfo.InvariantCulture, $"127.0.0.1:{Port}");

    public static new async Task<RedisService> StartAsync(ServiceOptions options, CancellationToken cancellation)
    {
        var server = Servers.Select(SearchPath.Find).FirstOrDefault(found => found is not null) ?? throw SubjectFaults.Of(SubjectFault.WrongInput,
            $"the service {options.Name} needs redis-server or valkey-server, and neither is in PATH",
            "install it: sudo apt-get install redis-server (Debian, Ubuntu); ./build services does so in this checkout");
        var port = FreePort.Next();
        var process = ServiceProcess.Start(options, [server, "--port", port.ToString(CultureInfo.InvariantCulture), "--bind", "127.0.0.1",
            "--save", "", "--appendonly", "no", "--daemonize", "no"], Path.GetTempPath());
        await ServiceProcess.WaitAsync(options, process, () => PingAsync(port, cancellation), cancellation);
        return new RedisService(options, process, port);
    }

    /// <inheritdoc/>
    public override async Task<long?> CommandsAsync(CancellationToken cancellation)
    {
        const string Field = "total_commands_processed:";
        try
        {
            using var client = new TcpClient();
            using var reader = await SendAsync(client, Port, "INFO stats", cancellation);
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
            answer = await AskAsync(Port, what, cancellation);
        }
        catch (Exception e) when (e is SocketException or IOException)
        {
            throw Failed($"did not take '{what}': {e.Message}"); // it may have died a moment ago
        }
        if (answer.StartsWith('-')) throw Failed($"answered '{answer[1..]}' to '{what}'", "mend setup or reset in the experiment");
    }

    private static async Task<bool> PingAsync(int port, CancellationToken cancellation)
    {
        try
        {
            return await AskAsync(port, "PING", cancellation) == "+PONG";
        }
        catch (Exception e) when (e is SocketException or IOException)
        {
            return false;
        }
    }

    // Redis also takes commands as plain lines (redis.io/docs/reference/protocol-spec, "inline commands").
    private static async Task<string> AskAsync(int port, string command, CancellationToken cancellation)
    {
        using var client = new TcpClient();
        using var reader = await SendAsync(client, port, command, cancellation);
        return await reader.ReadLineAsync(cancellation) ?? "";
    }

    private static async Task<StreamReader> SendAsync(TcpClient client, int port, string command, CancellationToken cancellation)
    {
        await client.ConnectAsync(IPAddress.Loopback, port, cancellation);
        var stream = client.GetStream();
        await stream.WriteAsync(Encoding.UTF8.GetBytes(command.ReplaceLineEndings(" ") + "\r\nQUIT\r\n"), cancellation);
        return new StreamReader(stream);
    }
}
