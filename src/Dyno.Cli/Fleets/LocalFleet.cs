using System.Collections.Immutable;
using System.ComponentModel;
using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using Dyno.Results.Problems;

namespace Dyno.Cli.Fleets;

/// <summary>A NATS server and agents on loopback, gone with it.</summary>
internal sealed class LocalFleet : IAsyncDisposable
{
    private const int Attempts = 200;
    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan EndTakes = TimeSpan.FromSeconds(5);
    private readonly List<Process> _processes = [];
    private readonly string _folder = Directory.CreateTempSubdirectory("dyno-nats-").FullName;
    private readonly int _port = FreePort();

    /// <summary>Where it meets.</summary>
    public string Url => $"nats://127.0.0.1:{_port}";

    /// <summary>Starts it.</summary>
    /// <param name="program">The words that start Dyno.</param>
    /// <param name="agents">How many.</param>
    /// <param name="say">Told what happens.</param>
    /// <exception cref="UserFault">There is no nats-server.</exception>
    public static async Task<LocalFleet> StartAsync(ImmutableArray<string> program, int agents, Action<string> say)
    {
        var fleet = new LocalFleet();
        try
        {
            say($"nats-server and {agents} agents on loopback, for this trial alone");
            fleet.StartServer();
            await fleet.ListensAsync();
            for (var i = 1; i <= agents; i++) fleet.Start([.. program, "agent", "--join", fleet.Url, "--name", $"agent-{i}"]);
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
        foreach (var process in Enumerable.Reverse(_processes)) await EndAsync(process); // the server last
        Directory.Delete(_folder, recursive: true);
    }

    private void StartServer()
    {
        try
        {
            Start(["nats-server", "-js", "-a", "127.0.0.1", "-p", $"{_port}", "-sd", _folder]);
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
                await client.ConnectAsync(IPAddress.Loopback, _port);
                return;
            }
            catch (SocketException)
            {
                await Task.Delay(Glance, TimeProvider.System);
            }
        }
        throw new UserFault("nats-server did not come up", "run it by hand to see why: nats-server -js");
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

    // In order, so that an agent ends its share; .NET itself only kills.
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
