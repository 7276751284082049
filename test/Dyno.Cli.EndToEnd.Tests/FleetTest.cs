namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>What every test of a fleet on this machine has: a nats-server, and agents.</summary>
public abstract class FleetTest : EndToEndTest
{
    private protected async Task<DynoProcess> AgentAsync(NatsProcess nats, string name, params string[] more)
    {
        var agent = DynoProcess.Start(Workspace, ["agent", "--join", nats.Url, "--name", name, .. more]);
        await agent.WaitForAsync("waiting for orders");
        return agent;
    }

    internal sealed class NatsProcess : IAsyncDisposable
    {
        private readonly Process _process;

        private NatsProcess(Process process, string url) => (_process, Url) = (process, url);

        public string Url { get; }

        public static async Task<NatsProcess> StartAsync(Workspace workspace, string host = "127.0.0.1")
        {
            workspace.Environment[FleetKey.Variable] = FleetKey.Create().Text;
            var port = FreePorts.Next();
            var process = Process.Start(new ProcessStartInfo("nats-server",
                ["-js", "-a", host, "-p", $"{port}", "-sd", Path.Combine(workspace.Folder, "nats"), "-l", Path.Combine(workspace.Folder, "nats.log")]))!;
            while (true)
            {
                process.HasExited.ShouldBeFalse("nats-server ended at its start");
                using var client = new TcpClient();
                try
                {
                    await client.ConnectAsync(host, port, Cancelled);
                    return new NatsProcess(process, $"nats://{host}:{port}");
                }
                catch (SocketException)
                {
                    await Task.Delay(20, Cancelled);
                }
            }
        }

        public async Task KillAsync()
        {
            _process.Kill();
            await _process.WaitForExitAsync();
        }

        public async ValueTask DisposeAsync()
        {
            await KillAsync();
            _process.Dispose();
        }
    }
}
