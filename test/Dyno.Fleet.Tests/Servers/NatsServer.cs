using System.Diagnostics;
using System.Net.Sockets;

namespace Dyno.Fleet.Tests;

/// <summary>A nats-server with JetStream on loopback, gone with the test.</summary>
internal sealed class NatsServer : IAsyncDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-nats-").FullName;
    private readonly int _port = FreePorts.Next();
    private readonly string[] _more;
    private Process _process;

    private NatsServer(string[] more) => (_more, _process) = (more, null!);

    public string Url => $"nats://127.0.0.1:{_port}";

    public FleetAddress Address => new(Url);

    public static async Task<NatsServer> StartAsync(params string[] more)
    {
        var server = new NatsServer(more);
        await server.StartAgainAsync();
        return server;
    }

    /// <summary>Ends it at once, as a fallen machine.</summary>
    public async Task KillAsync()
    {
        _process.Kill();
        await _process.WaitForExitAsync();
    }

    public async Task StartAgainAsync()
    {
        _process = Process.Start(new ProcessStartInfo("nats-server",
            ["-js", "-a", "127.0.0.1", "-p", $"{_port}", "-sd", _folder, .. _more])
        { RedirectStandardError = true })!;
        _ = _process.StandardError.ReadToEndAsync();
        while (!await AnswersAsync())
        {
            _process.HasExited.ShouldBeFalse("nats-server ended at its start");
            await Task.Delay(20);
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited) await KillAsync();
        _process.Dispose();
        Directory.Delete(_folder, recursive: true);
    }

    private async Task<bool> AnswersAsync()
    {
        try
        {
            using var client = new TcpClient();
            await client.ConnectAsync("127.0.0.1", _port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
