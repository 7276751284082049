namespace Dyno.Bench;

/// <summary>The largest resident set with few connections and with many.</summary>
internal sealed class MemoryBenchmark : IBenchmark
{
    private static readonly int[] ConnectionCounts = [64, 10_000];

    public string Name => "memory";

    public string What => "largest resident set under load, and of the whole process, report and document written";

    public string Run(BenchOptions options)
    {
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        var dyno = new DynoClient("dyno", "--threads", "1", "--driver", "linux");
        var rounds = PairedRounds.Run(
            ConnectionCounts.Length, options, i => Measure(dyno, server, ConnectionCounts[i], options));
        var table = new MarkdownTable("connections", "opened", "MB under load", "MB at most", "failed requests");
        for (var i = 0; i < ConnectionCounts.Length; i++)
        {
            table.Add($"{ConnectionCounts[i]:N0}", $"{rounds[i].Max(use => use.Opened):N0}",
                Spread.Of(rounds[i].Select(use => use.LoadMegabytes)).Show("0.0"),
                Spread.Of(rounds[i].Select(use => use.PeakMegabytes)).Show("0.0"), $"{rounds[i].Sum(use => use.Errors)}");
        }

        return table.ToString();
    }

    private static Use Measure(DynoClient dyno, RunningServer server, int connections, BenchOptions options)
    {
        var (ended, result) = dyno.RunForResult(
            options.ClientCpu, server.Url, ["-c", $"{connections}", "-d", DynoClient.Duration(options.Seconds)]);
        var totals = result["measured"]!["totals"]!;
        var underLoad = result["generator"]!["peakWorkingSetBytes"]!.GetValue<long>();
        return new(underLoad / 1e6, ended.PeakBytes / 1e6, Count("connectionsOpened"), Count("failedRequests"));

        long Count(string name) => totals[name]!.GetValue<long>();
    }

    private sealed record Use(double LoadMegabytes, double PeakMegabytes, long Opened, long Errors);
}
