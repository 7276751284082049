using System.Net.Sockets;

namespace Dyno.Scenarios.Tests;

/// <summary>A RabbitMQ of this test's own, in a temporary folder on a loopback port. <c>./build test</c> installs it.</summary>
internal sealed class RabbitServer : IAsyncDisposable
{
    private const string Program = "/usr/lib/rabbitmq/bin/rabbitmq-server";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(3);
    private readonly DirectoryInfo _folder;
    private readonly Process _process;

    private readonly int _registryPort;

    private RabbitServer(DirectoryInfo folder, Process process, int port, int registryPort) =>
        (_folder, _process, Port, _registryPort) = (folder, process, port, registryPort);

    public int Port { get; }

    public static async Task<RabbitServer> StartAsync()
    {
        Assert.SkipWhen(!File.Exists(Program) && !OperatingSystem.IsLinux(), "RabbitMQ is installed by ./build test on Debian and Ubuntu only");
        File.Exists(Program).ShouldBeTrue("RabbitMQ is not installed: run ./build test, or apt-get install rabbitmq-server");
        var folder = Directory.CreateTempSubdirectory("dyno-rabbit-");
        var (port, distribution, registry) = (FreePorts.Next(), FreePorts.Next(), FreePorts.Next());
        var start = new ProcessStartInfo("/bin/sh", ["-c", $"exec {Program} >'{folder.FullName}/log' 2>&1"]);
        start.Environment["HOME"] = folder.FullName; // its cookie
        start.Environment["RABBITMQ_NODENAME"] = $"dyno{port}@localhost";
        start.Environment["RABBITMQ_NODE_IP_ADDRESS"] = "127.0.0.1";
        start.Environment["RABBITMQ_NODE_PORT"] = $"{port}";
        start.Environment["RABBITMQ_DIST_PORT"] = $"{distribution}";
        start.Environment["RABBITMQ_BASE"] = folder.FullName;
        start.Environment["RABBITMQ_MNESIA_BASE"] = Path.Combine(folder.FullName, "mnesia");
        start.Environment["RABBITMQ_LOG_BASE"] = Path.Combine(folder.FullName, "logs");
        start.Environment["RABBITMQ_ENABLED_PLUGINS_FILE"] = Path.Combine(folder.FullName, "plugins");
        start.Environment["ERL_EPMD_ADDRESS"] = "127.0.0.1";
        start.Environment["ERL_EPMD_PORT"] = $"{registry}"; // a registry of its own, which goes with it
        var server = new RabbitServer(folder, Process.Start(start)!, port, registry);
        try
        {
            await server.AwaitAsync();
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited) _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync(CancellationToken.None);
        _process.Dispose();
        using var ending = Process.Start(new ProcessStartInfo("epmd", ["-port", $"{_registryPort}", "-kill"]) { RedirectStandardOutput = true });
        await ending!.WaitForExitAsync(CancellationToken.None);
        await DeleteAsync(_folder);
    }

    // Its children end a moment after itself, and may write until then.
    private static async Task DeleteAsync(DirectoryInfo folder)
    {
        for (var times = 1; ; times++)
        {
            try
            {
                folder.Delete(recursive: true);
                return;
            }
            catch (IOException) when (times < 100)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(100), CancellationToken.None);
            }
        }
    }

    private async Task AwaitAsync()
    {
        using var limit = new CancellationTokenSource(Patience);
        while (true)
        {
            _process.HasExited.ShouldBeFalse($"RabbitMQ ended at once: {Log()}");
            limit.IsCancellationRequested.ShouldBeFalse($"RabbitMQ did not come up: {Log()}");
            try
            {
                using var socket = new TcpClient();
                await socket.ConnectAsync(IPAddress.Loopback, Port, limit.Token);
                return;
            }
            catch (SocketException)
            {
                await Task.Delay(TimeSpan.FromMilliseconds(200), TestContext.Current.CancellationToken);
            }
        }
    }

    private string Log()
    {
        var file = Path.Combine(_folder.FullName, "log");
        return File.Exists(file) ? File.ReadAllText(file) : "it has written nothing yet";
    }
}
