using System.ComponentModel;

namespace Dyno.Cli;

/// <summary>
/// A NATS server, agents and a machine for the server under test, all on this machine. They run in network namespaces where Dyno has the
/// rights to make them, otherwise as processes on loopback. Disposing the fleet ends and removes all of them.
/// </summary>
internal sealed class LocalFleet : IAsyncDisposable
{
    private const int Attempts = 200;
    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan EndTakes = TimeSpan.FromSeconds(5);
    private readonly List<Process> _processes = [];
    private readonly OwnedFolder _folder = OwnedFolder.Create("dyno-nats-");
    private readonly int _port = FreePort();
    private readonly LocalNetwork? _network;

    private LocalFleet(LocalNetwork? network) => _network = network;

    /// <summary>The agent that starts the program under test.</summary>
    public const string Server = "server";

    /// <summary>Address of the NATS server where the fleet meets.</summary>
    public string Url => $"nats://{Host}:{_port}";

    private string Host => _network?.HostAddress ?? IPAddress.Loopback.ToString();

    /// <summary>Starts the fleet.</summary>
    /// <param name="agents">Number of agents that send load.</param>
    /// <param name="say">Receives a message about what is started.</param>
    /// <exception cref="UserFault">There is no nats-server.</exception>
    public static async Task<LocalFleet> StartAsync(ImmutableArray<string> program, int agents, Action<string> say)
    {
        ImmutableArray<string> names = [.. Enumerable.Range(1, agents).Select(i => $"a{i}")];
        var fleet = new LocalFleet(await LocalNetwork.TryCreateAsync([.. names, Server]));
        try
        {
            say($"nats-server, {agents} agents and one agent for the server, {(fleet._network is null ? "processes on loopback" : "each in a network namespace")}, for this trial only");
            fleet.StartServer();
            await fleet.ListensAsync();
            foreach (var (index, name) in names.Index()) fleet.StartAgent(program, name, $"agent-{index + 1}");
            fleet.StartAgent(program, Server, Server, "--may-start");
            return fleet;
        }
        catch
        {
            await fleet.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var process in Enumerable.Reverse(_processes)) await EndAsync(process); // the NATS server last
        if (_network is not null) await _network.DisposeAsync();
        _folder.Dispose();
    }

    private void StartAgent(ImmutableArray<string> program, string machine, string name, params string[] more) =>
        Start([.. _network?.Inside(machine) ?? [], .. program, "agent", "--join", Url, "--name", name, .. more]);

    private void StartServer()
    {
        try
        {
            Start(["nats-server", "-js", "-a", Host, "-p", $"{_port}", "-sd", _folder.Path]);
        }
        catch (Win32Exception missing)
        {
            throw new UserFault("nats-server is not on the PATH", "install it (Debian, Ubuntu: apt-get install nats-server; others: nats.io/download)", missing);
        }
    }

    private void Start(string[] words)
    {
        var process = Process.Start(new ProcessStartInfo(words[0], words[1..])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
            RedirectStandardInput = true,
        })!;
        process.OutputDataReceived += (_, _) => { };
        process.ErrorDataReceived += (_, _) => { };
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        _processes.Add(process);
    }

    private async Task ListensAsync()
    {
        for (var attempt = 0; attempt < Attempts; attempt++)
        {
            if (_processes[0].HasExited) break;
            using var client = new TcpClient();
            try
            {
                await client.ConnectAsync(Host, _port);
                return;
            }
            catch (SocketException)
            {
                await Task.Delay(Glance, TimeProvider.System);
            }
        }
        throw new UserFault("nats-server did not start", "run it manually to see why: nats-server -js");
    }

    private static async Task EndAsync(Process process)
    {
        using (process)
        {
            if (!process.HasExited) SendEnd(process.Id);
            using var patience = new CancellationTokenSource(EndTakes, TimeProvider.System);
            try
            {
                await process.WaitForExitAsync(patience.Token);
            }
            catch (OperationCanceledException)
            {
                process.Kill(entireProcessTree: true);
                await process.WaitForExitAsync();
            }
        }
    }

    // SIGTERM lets an agent end its share in order; .NET itself can only kill a process.
    private static void SendEnd(int processId)
    {
        if (OperatingSystem.IsWindows()) return;
        using var kill = Process.Start("kill", ["-TERM", $"{processId}"]);
        kill.WaitForExit();
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
