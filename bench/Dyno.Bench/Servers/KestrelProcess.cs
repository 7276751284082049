using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.Logging;

namespace Dyno.Bench;

/// <summary>
/// Kestrel in a separate process (<c>Dyno.Bench WORD</c>): it writes its port on the first line, and ends when its standard input ends.
/// </summary>
internal sealed class KestrelProcess : IDisposable
{
    private readonly Process _process;
    private readonly int _port;

    private KestrelProcess(Process process, int port) => (_process, _port) = (process, port);

    public string Url(string scheme) => $"{scheme}://127.0.0.1:{_port}";

    public static KestrelProcess Start(int cpu, string word)
    {
        var process = Process.Start(new ProcessStartInfo("taskset", ["-c", $"{cpu}", Environment.ProcessPath!, word])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        return new KestrelProcess(process,
            int.Parse(process.StandardOutput.ReadLine() ?? throw new BenchException($"{word} did not start"), CultureInfo.InvariantCulture));
    }

    /// <summary>Runs the server inside its process.</summary>
    /// <param name="configure">Sets its limits.</param>
    /// <param name="listen">Sets the protocol of its one port.</param>
    /// <param name="build">Sets its answers.</param>
    public static int Serve(Action<KestrelServerOptions> configure, Action<ListenOptions> listen, Action<WebApplication> build)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(k =>
        {
            configure(k);
            k.Listen(System.Net.IPAddress.Loopback, 0, listen);
        });
        var app = builder.Build();
        build(app);
        app.StartAsync().GetAwaiter().GetResult();
        Console.WriteLine(new Uri(app.Urls.First()).Port);
        while (Console.In.Read() >= 0) { }
        return 0;
    }

    public void Dispose()
    {
        _process.StandardInput.Close();
        if (!_process.WaitForExit(3000)) _process.Kill();
        _process.Dispose();
    }
}
