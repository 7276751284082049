namespace Dyno.Bench;

/// <summary>The cost of each live output in throughput, with receivers that accept the data, or with dead ones.</summary>
/// <param name="isDead">Whether the receivers are gone or never answer.</param>
internal sealed class OutputsBenchmark(bool isDead) : IBenchmark
{
    private const int Connections = 64;
    private const double PartOfLive = 0.6; // of a long run: seven contenders in seven rounds then take under four minutes

    public string Name => isDead ? "outputs-dead" : "outputs";

    public string What => isDead
        ? "requests a second with receivers of live outputs that are gone or never answer, against without, 64 connections"
        : "requests a second with a live output against without, 64 connections, receivers on loopback";

    public string Run(BenchOptions options)
    {
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        using var receiver = new OutputReceiver();
        var folder = Directory.CreateTempSubdirectory("dyno-bench-").FullName;
        (string Name, string[] Output)[] contenders = [("none", []), .. isDead ? Dead(receiver) : Live(receiver, folder)];
        try
        {
            var rates = PairedRounds.Run(contenders.Length, options, i => Measure(server.Url, contenders[i].Output, options));
            var table = new MarkdownTable("output", "requests/s", "ratio to none");
            for (var i = 0; i < contenders.Length; i++)
            {
                var ratio = Spread.Of(rates[i].Zip(rates[0], (with, without) => with / without));
                table.Add(contenders[i].Name, $"{Spread.Of(rates[i]).Median:N0}", i == 0 ? "1" : ratio.Show("0.000"));
            }
            return table.ToString();
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static (string Name, string[] Output)[] Live(OutputReceiver receiver, string folder) =>
    [
        ("json", ["--out", $"json={folder}/live.json"]),
        ("csv", ["--out", $"csv={folder}/live.csv"]),
        ("prometheus", ["--out", $"prometheus=127.0.0.1:{OutputReceiver.FreePort()}"]),
        ("otlp", ["--out", $"otlp={receiver.Url}"]),
        ("influxdb", ["--out", $"influxdb={receiver.Url}loads"]),
    ];

    private static (string Name, string[] Output)[] Dead(OutputReceiver receiver) =>
    [
        ("influxdb, gone", ["--out", $"influxdb=http://127.0.0.1:{OutputReceiver.FreePort()}/loads"]),
        ("otlp, gone", ["--out", $"otlp=http://127.0.0.1:{OutputReceiver.FreePort()}"]),
        ("influxdb, never answers", ["--out", $"influxdb=http://127.0.0.1:{receiver.SilentPort}/loads"]),
    ];

    private double Measure(string url, string[] output, BenchOptions options)
    {
        var dyno = new DynoClient("dyno", ["--threads", "1", "--driver", "linux", "--warmup", "1s", .. output]);
        var duration = DynoClient.Duration(options.Seconds * (isDead ? 1 : PartOfLive));
        var (_, result) = dyno.RunForResult(options.ClientCpu, url, ["-c", $"{Connections}", "-d", duration]);
        return result["measured"]!["totals"]!["requestsPerSecond"]!.GetValue<double>();
    }

    /// <summary>Accepts all data and answers 200 or 204. One further port listens and never answers.</summary>
    private sealed class OutputReceiver : IDisposable
    {
        private readonly HttpListener _http = new();
        private readonly TcpListener _silent = new(IPAddress.Loopback, 0);

        public OutputReceiver()
        {
            Url = $"http://127.0.0.1:{FreePort()}/";
            _http.Prefixes.Add(Url);
            _http.Start();
            _silent.Start();
            _ = AnswerAsync();
        }

        public string Url { get; }

        public int SilentPort => ((IPEndPoint)_silent.LocalEndpoint).Port;

        public static int FreePort()
        {
            using var listener = new TcpListener(IPAddress.Loopback, 0);
            listener.Start();
            return ((IPEndPoint)listener.LocalEndpoint).Port;
        }

        public void Dispose()
        {
            _http.Close();
            _silent.Dispose();
        }

        private async Task AnswerAsync()
        {
            try
            {
                while (true)
                {
                    var context = await _http.GetContextAsync();
                    await context.Request.InputStream.CopyToAsync(Stream.Null);
                    // The answer of an OpenTelemetry collector is an empty message with 200; InfluxDB answers 204 without a body.
                    context.Response.StatusCode = context.Request.Url!.AbsolutePath.EndsWith("/metrics", StringComparison.Ordinal) ? 200 : 204;
                    context.Response.Close();
                }
            }
            catch (Exception closed) when (closed is HttpListenerException or ObjectDisposedException)
            {
                // The benchmark is over.
            }
        }
    }
}
