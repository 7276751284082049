namespace Dyno.Bench;

/// <summary>
/// Many launches of the same program. The benchmark counts how often a two-sample test over the requests of two single runs calls the
/// program different from itself, and how often Dyno's rules do, which take a launch as one observation.
/// </summary>
internal sealed class LaunchesBenchmark : IBenchmark
{
    private const int FewestLaunches = 40;
    private const int PerExperiment = 10;
    private const int Choices = 100;
    private const int Experiments = Choices << PerExperiment;
    private const double Level = 0.95;
    private const double NormalQuantile = 1.959964; // the quantile 0.975

    public string Name => "launches";

    public string What => "one program against itself: a test over requests, and Dyno's over launches";

    public string Run(BenchOptions options)
    {
        SubjectRun.Measure(1); // publishes the program
        var launches = new List<Launch>();
        for (var i = 0; i < Math.Max(FewestLaunches, options.Rounds); i++)
        {
            launches.Add(Launch.Of(SubjectRun.Measure(options.Seconds, "--observe", "off")));
            Console.Error.WriteLine($"bench:   launch {i + 1}");
        }

        var table = new MarkdownTable("test", "unit", "comparisons", "called different");
        var pairs = Pairs(launches).ToList();
        table.Add("Mann–Whitney over the response times of two runs, 95 %", "request", $"{pairs.Count:N0}", Share(pairs.Count(p => Differ(p.First, p.Second)), pairs.Count));
        foreach (var (name, figure) in ((string, Func<Launch, double>)[])[("rate", l => l.Rate), ("CPU per request", l => l.Micros), ("p99", l => l.P99)])
            foreach (var threshold in (double[])[0, 0.02])
                table.Add($"Dyno: {name}, {PerExperiment} rounds, 95 %, threshold {threshold:0 %}", "launch", $"{Experiments:N0}",
                    Share(Dyno(launches, figure, threshold, options.Seed), Experiments));
        return $"{launches.Count} launches of {options.Seconds:0.#} s; coefficient of variation from launch to launch: rate {Variation(launches, l => l.Rate)}, "
            + $"CPU per request {Variation(launches, l => l.Micros)}, p50 {Variation(launches, l => l.P50)}, p99 {Variation(launches, l => l.P99)}.\n\n{table}";
    }

    private static IEnumerable<(Launch First, Launch Second)> Pairs(List<Launch> launches) =>
        from i in Enumerable.Range(0, launches.Count) from j in Enumerable.Range(i + 1, launches.Count - i - 1) select (launches[i], launches[j]);

    // Two consecutive launches make a round, as in an experiment. Every assignment of the two to baseline and variant is tried, and none is
    // drawn at random: in a sample of 2,000 assignments, chance alone would move the share by a percentage point.
    private static int Dyno(List<Launch> launches, Func<Launch, double> figure, double threshold, int seed)
    {
        var random = new Random(seed);
        var rule = new VerdictRule { Threshold = threshold, HigherIsBetter = true };
        var rounds = launches.Chunk(2).Where(c => c.Length == 2).Select(c => (First: figure(c[0]), Second: figure(c[1]))).ToArray();
        var different = 0;
        for (var choice = 0; choice < Choices; choice++)
        {
            random.Shuffle(rounds);
            for (var way = 0; way < 1 << PerExperiment; way++)
            {
                var estimate = PairedRatio.Estimate(
                    [.. Enumerable.Range(0, PerExperiment).Select(i => (way >> i & 1) == 0 ? rounds[i].First : rounds[i].Second)],
                    [.. Enumerable.Range(0, PerExperiment).Select(i => (way >> i & 1) == 0 ? rounds[i].Second : rounds[i].First)], Level);
                if (rule.Judge(estimate, bias: 0) is Verdict.Faster or Verdict.Slower) different++;
            }
        }
        return different;
    }

    // The normal approximation, with ties counted as one half. No finer correction matters with 10⁵ values on each side.
    private static bool Differ(Launch first, Launch second)
    {
        var (a, b) = (first.Times, second.Times);
        double below = 0, wins = 0;
        for (var i = 0; i < a.Layout.Length; i++)
        {
            var here = a.CountAt(i);
            wins += b.CountAt(i) * (below + here / 2.0);
            below += here;
        }
        double n = a.Count, m = b.Count;
        var z = (wins - n * m / 2) / Math.Sqrt(n * m * (n + m + 1) / 12);
        return Math.Abs(z) > NormalQuantile;
    }

    private static string Share(int part, int whole) => (100.0 * part / whole).ToString("0.0", CultureInfo.InvariantCulture) + " %";

    private static string Variation(List<Launch> launches, Func<Launch, double> figure)
    {
        var mean = launches.Average(figure);
        var deviation = Math.Sqrt(launches.Sum(l => (figure(l) - mean) * (figure(l) - mean)) / (launches.Count - 1));
        return (100 * deviation / mean).ToString("0.0", CultureInfo.InvariantCulture) + " %";
    }

    private sealed record Launch(double Rate, double Micros, double P50, double P99, Histogram Times)
    {
        public static Launch Of(System.Text.Json.Nodes.JsonNode result)
        {
            var times = HdrEncoding.DecodeBase64(result["measured"]!["latency"]!["service"]!["histogram"]!.GetValue<string>());
            return new Launch(result["measured"]!["totals"]!["requestsPerSecond"]!.GetValue<double>(), result["server"]!["cpuMicrosPerRequest"]!.GetValue<double>(),
                times.ValueAtQuantile(0.5), times.ValueAtQuantile(0.99), times);
        }
    }
}
