namespace Dyno.Bench;

/// <summary>
/// The cost in throughput of watching a run in the browser: the same run from the command line, and started in the pages of
/// <c>dyno ui</c>, once with an open connection for its events and once with a browser that draws them.
/// </summary>
internal sealed class WatchBenchmark : IBenchmark
{
    private const int Connections = 64;

    public string Name => "watch";

    public string What => "requests a second while dyno ui shows the run, against the command line alone, 64 connections";

    public string Run(BenchOptions options)
    {
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        using var pages = WatchedPages.Start(options.ClientCpu);
        var duration = DynoClient.Duration(options.Seconds);
        string[] load = ["--threads", "1", "--driver", "linux", "--warmup", "1s", "-c", $"{Connections}", "-d", duration];
        var browser = WatchedPages.Browser;
        (string Name, Func<double> Measure)[] contenders =
        [
            ("command line alone", () => Alone(server.Url, load, options)),
            ("pages, events read", () => pages.Measure(server.Url, Connections, duration, null)),
            .. browser is null ? Array.Empty<(string, Func<double>)>() : [("pages, drawn by Chromium", () => pages.Measure(server.Url, Connections, duration, browser))],
        ];
        var rates = PairedRounds.Run(contenders.Length, options, i => contenders[i].Measure());
        var table = new MarkdownTable("watched by", "requests/s", "ratio to the command line");
        for (var i = 0; i < contenders.Length; i++)
        {
            var ratio = Spread.Of(rates[i].Zip(rates[0], (watched, alone) => watched / alone));
            table.Add(contenders[i].Name, $"{Spread.Of(rates[i]).Median:N0}", i == 0 ? "1" : ratio.Show("0.000"));
        }
        return table.ToString();
    }

    private static double Alone(string url, string[] load, BenchOptions options)
    {
        var (_, result) = new DynoClient("dyno").RunForResult(options.ClientCpu, url, [.. load]);
        return result["measured"]!["totals"]!["requestsPerSecond"]!.GetValue<double>();
    }
}
