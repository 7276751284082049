namespace Dyno.Bench;

/// <summary>A canned server in a separate process, pinned to one CPU. It ends with this object, or with this process.</summary>
internal sealed class RunningServer : IDisposable
{
    private readonly Process _process;

    private RunningServer(Process process, string url) => (_process, Url) = (process, url);

    public string Url { get; }

    public static RunningServer Start(int cpu, bool tls)
    {
        var start = new ProcessStartInfo("taskset", ["-c", $"{cpu}", Environment.ProcessPath!, "serve"])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        if (tls) start.ArgumentList.Add("--tls");
        var process = Process.Start(start)!;
        var port = process.StandardOutput.ReadLine() ?? throw new BenchException("the canned server did not start");
        return new RunningServer(process, $"{(tls ? "https" : "http")}://127.0.0.1:{port}/");
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }
}
