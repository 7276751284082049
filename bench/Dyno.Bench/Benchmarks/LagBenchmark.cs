namespace Dyno.Bench;

/// <summary>The lag of starts at a constant rate, and the CPU cost of punctual starts, for each wait strategy.</summary>
internal sealed class LagBenchmark : IBenchmark
{
    private const int Rate = 20_000;
    private static readonly string[] Strategies = ["hybrid", "busy", "frugal"];

    public string Name => "lag";

    public string What => $"start lag at {Rate:N0} arrivals a second, 64 connections, 2 s of warm-up";

    public string Run(BenchOptions options)
    {
        using var server = RunningServer.Start(options.ServerCpu, tls: false);
        var rounds = PairedRounds.Run(Strategies.Length, options, i => Measure(server.Url, Strategies[i], options));
        var table = new MarkdownTable(
            "--wait", "lag p50 µs", "lag p99 µs", "CPU µs/request", "share of a core", "dropped");
        for (var i = 0; i < Strategies.Length; i++)
        {
            table.Add(Strategies[i],
                Spread.Of(rounds[i].Select(lag => lag.P50Micros)).Show("0.0"),
                Spread.Of(rounds[i].Select(lag => lag.P99Micros)).Show("0.0"),
                Spread.Of(rounds[i].Select(lag => lag.CpuMicros)).Show("0.0"),
                Spread.Of(rounds[i].Select(lag => lag.CpuMicros * Rate / 1e6)).Show("0 %"),
                $"{rounds[i].Sum(lag => lag.Dropped)}");
        }

        return table.ToString();
    }

    private static Lag Measure(string url, string strategy, BenchOptions options)
    {
        var dyno = new DynoClient("dyno", "--threads", "1", "--rate", $"{Rate}/s", "--wait", strategy, "--warmup", "2s");
        var (_, result) = dyno.RunForResult(
            options.ClientCpu, url, ["-c", "64", "-d", DynoClient.Duration(options.Seconds)]);
        var quantiles = result["measured"]!["startLag"]!["quantiles"]!.AsArray();
        return new(
            Micros(quantiles, 0.5), Micros(quantiles, 0.99),
            result["generator"]!["cpuMicrosPerRequest"]!.GetValue<double>(),
            result["measured"]!["totals"]!["droppedIterations"]!.GetValue<long>());
    }

    private static double Micros(JsonArray quantiles, double wanted) =>
        quantiles.Single(q => q!["quantile"]!.GetValue<double>() == wanted)!["nanos"]!.GetValue<long>() / 1e3;

    private sealed record Lag(double P50Micros, double P99Micros, double CpuMicros, long Dropped);
}
