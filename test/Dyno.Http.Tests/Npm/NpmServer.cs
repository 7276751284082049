namespace Dyno.Http.Tests;

/// <summary>The WebSocket server of the npm package ws, in a process of its own.</summary>
internal sealed class NpmServer : IDisposable
{
    private static readonly string Folder = Path.Combine(RepositoryRoot.Path, "test", "Dyno.Http.Tests", "Npm");
    private readonly Process _process;
    private readonly TaskCompletionSource<string> _port = new(TaskCreationOptions.RunContinuationsAsynchronously);

    private NpmServer(Process process)
    {
        _process = process;
        process.OutputDataReceived += (_, line) =>
        {
            if (!_port.TrySetResult(line.Data ?? "") && line.Data is { } said) Said.Enqueue(said);
        };
    }

    public Uri Url { get; private set; } = null!;

    /// <summary>Pongs, errors, and the code with which each socket was closed.</summary>
    public ConcurrentQueue<string> Said { get; } = new();

    public static async Task<NpmServer> StartAsync()
    {
        Assert.SkipUnless(Directory.Exists(Path.Combine(Folder, "node_modules", "ws")), "needs Node.js and the package ws: ./build test installs them");
        var process = Process.Start(new ProcessStartInfo("node", ["server.js"])
        {
            WorkingDirectory = Folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        var server = new NpmServer(process);
        process.BeginOutputReadLine();
        server.Url = new Uri($"http://127.0.0.1:{await server._port.Task.WaitAsync(TestContext.Current.CancellationToken)}/");
        return server;
    }

    /// <summary>Waits until so many sockets are closed.</summary>
    public async Task<string[]> EndsAsync(int count)
    {
        for (var i = 0; i < 200 && Closed().Length < count; i++) await Task.Delay(20, TestContext.Current.CancellationToken);
        return Closed();

        string[] Closed() => [.. Said.Where(s => s.StartsWith("closed ", StringComparison.Ordinal))];
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(3000)) _process.Kill();
        _process.Dispose();
    }
}
