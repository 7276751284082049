namespace Dyno.Bench;

/// <summary>The cost for a server of being observed from inside its runtime: each level against none, in paired rounds.</summary>
internal sealed class ObserveBenchmark : IBenchmark
{
    private static readonly ImmutableArray<string> Levels = ["off", "minimal", "full"];

    public string Name => "observe";

    public string What => "cost of observing: the server's CPU per request and its rate, against an unobserved one";

    public string Run(BenchOptions options)
    {
        SubjectRun.Measure(1); // publishes the program
        var rounds = PairedRounds.Run(Levels.Length, options, i => Measure(Levels[i], options));
        var table = new MarkdownTable("observe", "server CPU µs/request", "ratio", "requests/s", "ratio");
        for (var i = 0; i < Levels.Length; i++)
        {
            var pairs = rounds[0].Zip(rounds[i]).ToList();
            table.Add(Levels[i], Spread.Of(rounds[i].Select(r => r.Micros)).Show("0.00"), Spread.Of(pairs.Select(p => p.Second.Micros / p.First.Micros)).Show("0.000"),
                $"{Spread.Of(rounds[i].Select(r => r.Rate)).Median:N0}", Spread.Of(pairs.Select(p => p.Second.Rate / p.First.Rate)).Show("0.000"));
        }
        return table.ToString();
    }

    private static (double Micros, double Rate) Measure(string level, BenchOptions options)
    {
        var result = SubjectRun.Measure(options.Seconds, "--observe", level);
        return (result["server"]!["cpuMicrosPerRequest"]!.GetValue<double>(), result["measured"]!["totals"]!["requestsPerSecond"]!.GetValue<double>());
    }
}
