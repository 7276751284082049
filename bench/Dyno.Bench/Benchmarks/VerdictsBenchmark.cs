namespace Dyno.Bench;

/// <summary>
/// A program against itself, and against itself with a planted difference, judged in two ways: by two runs of 90 s one after the other, with
/// a look at their rates and a t-test over their requests, as is common practice, and by <c>dyno compare</c> in the time that it is given.
/// Each experiment is made anew, from the launches to the verdict. The benchmark counts the verdicts that are right, open and wrong.
/// </summary>
internal sealed class VerdictsBenchmark : IBenchmark
{
    private const double Threshold = 0.02;

    // Both waits are multiples of a tick of 4 ms: .NET spends three times the CPU time on a wait that ends between two ticks of the kernel.
    private static readonly ImmutableArray<Planted> Rows =
    [
        new("0 % CPU", "HANDICAP", "0", "0", IsSlower: false), new("2 % CPU", "HANDICAP", "0", "0.02", IsSlower: true),
        new("3 % CPU", "HANDICAP", "0", "0.03", IsSlower: true), new("5 % CPU", "HANDICAP", "0", "0.05", IsSlower: true),
        new("4 % wait", "WAIT_MS", "100", "104", IsSlower: true), new("20 % allocation", "ALLOCATE", "20000", "24800", IsSlower: true) { IsStructure = true },
    ];

    public string Name => "verdicts";

    public string What => "planted differences: two runs of 90 s (--rival) with a t-test, and experiments (--experiments) of some minutes, also beside a busy neighbour (--busy)";

    public string Run(BenchOptions options)
    {
        using var folder = new TemporaryFolder();
        var store = new VerdictStore(options.Store);
        var seed = options.Seed + store.All().Count(); // other draws than in the experiments so far
        using (new BusyNeighbour(options.Busy))
        {
            // One experiment of every row, then the next of every row: what is measured when somebody stops it is level.
            for (var i = 0; i < options.Experiments; i++)
            {
                foreach (var row in Rows) store.Add(Experiment(folder, row, i, seed++, options));
            }
        }
        var alike = store.All().Where(e => e.Busy == options.Busy && e.Minutes == Minutes(options)).ToList();
        var stored = alike.Where(e => e.Estimator == ExperimentFolder.Estimator).ToList();
        if (stored.Count == 0) throw new BenchException($"{options.Store} has no such experiment of this build's way to measure slices: --experiments 1 makes one of each row");
        return FormattableString.Invariant($"Experiments of at most {Minutes(options):0.#} minutes, threshold {Threshold:0 %}")
            + (options.Busy > 0 ? FormattableString.Invariant($", beside a process that burns {options.Busy:0.0#} of a CPU") : "")
            + $"; a cell says right / open / wrong. Of {Spans(stored)}, kept in {Path.GetFileName(options.Store)}"
            + (alike.Count > stored.Count ? $"; {alike.Count - stored.Count} of another way to measure slices are left out" : "") + $".\n\n{Table(stored)}";
    }

    private static string Spans(List<StoredVerdict> stored) => FormattableString.Invariant(
        $"{stored.Min(e => e.At):yyyy-MM-dd} to {stored.Max(e => e.At):yyyy-MM-dd}, {string.Join(" and ", stored.Select(e => e.Build).Distinct())}");

    private static MarkdownTable Table(List<StoredVerdict> stored)
    {
        var table = new MarkdownTable("planted", "experiments", "two runs, t-test over requests", "dyno compare", "minutes", "half-width", "planted, counted in the program", "rate, CPU per request");
        foreach (var row in Rows)
        {
            var of = stored.Where(e => e.Planted == row.Name).ToList();
            if (of.Count == 0) continue;
            var (common, dyno) = (new Tally(), new Tally());
            foreach (var one in of)
            {
                dyno.Add(one.Verdict, row.IsSlower);
                if (one.TTest is { } verdict) common.Add(verdict, row.IsSlower);
            }
            var halves = of.Where(e => e.HalfWidth is not null).Select(e => e.HalfWidth!.Value).ToList();
            table.Add(row.Name, $"{of.Count}", common.ToString(), dyno.ToString(), of.Average(e => e.Took).ToString("0.0", CultureInfo.InvariantCulture),
                halves.Count == 0 ? "–" : halves.Average().ToString("0.0 %", CultureInfo.InvariantCulture),
                of.Select(e => e.Counted).OfType<double>().ToList() is { Count: > 0 } planted ? FormattableString.Invariant($"{100 * planted.Average():+0.0;−0.0;0.0} %") : "–",
                row.IsStructure ? "–" : $"{Effect(of.Select(e => e.Rate))}, {Effect(of.Select(e => e.CpuPerRequest))}");
        }
        return table;
    }

    // What was planted is what all experiments of the row measured together, with its standard error; the row's name is only what was asked for.
    private static string Effect(IEnumerable<double?> ratios)
    {
        var logs = ratios.OfType<double>().Select(ratio => Math.Log(ratio)).ToList();
        if (logs.Count < 2) return "–";
        var mean = logs.Average();
        var error = Math.Sqrt(logs.Sum(log => (log - mean) * (log - mean)) / (logs.Count - 1) / logs.Count);
        return FormattableString.Invariant($"{100 * (Math.Exp(mean) - 1):+0.0;−0.0;0.0} ± {100 * error:0.0} %");
    }

    // The option is the length of a soak, too, whose default is longer than an experiment.
    private static double Minutes(BenchOptions options) => Math.Min(options.Minutes, 3);

    private static StoredVerdict Experiment(TemporaryFolder folder, Planted row, int i, int seed, BenchOptions options)
    {
        var counted = $"{row.Variable}-{row.Variant}-{i}.counted";
        var comparison = Compare(folder, row, $"{row.Variable}-{row.Variant}-{i}", seed, counted: folder.FileOf(counted), duration: "2s",
            row.IsStructure ? ["--gate=structure"] : ["--for", FormattableString.Invariant($"{Minutes(options) * 60:0}s")]);
        var pair = comparison.Pairs.Single(p => !p.IsControl);
        Console.Error.WriteLine($"bench:   {row.Name}, experiment {i + 1}: {pair.Sentence}");
        return new StoredVerdict
        {
            Planted = row.Name,
            Busy = options.Busy,
            Minutes = Minutes(options),
            At = comparison.StartedAt,
            Build = DynoClient.Version,
            Estimator = ExperimentFolder.Estimator,
            Verdict = VerdictOf(pair, row),
            TTest = options.RivalSeconds > 0 && !row.IsStructure ? TwoRuns(folder, row, i, seed, options.RivalSeconds) : null,
            Counted = Counted.Of(folder.FileOf(counted)),
            Took = (comparison.EndedAt - comparison.StartedAt).TotalMinutes,
            HalfWidth = !row.IsStructure && pair.Metrics[0] is { Low: { } low, High: { } high } ? (Math.Log(high) - Math.Log(low)) / 2 : null,
            Rate = RatioOf(pair, "rate"),
            CpuPerRequest = RatioOf(pair, "server.cpuPerRequest"),
            Sentence = pair.Sentence,
        };
    }

    private static double? RatioOf(PairResult pair, string metric) => pair.Metrics.FirstOrDefault(m => m.Metric == metric)?.Ratio;

    // The rate and CPU per request are judged together: a difference is found when one of them shows it.
    private static string VerdictOf(PairResult pair, Planted row)
    {
        if (row.IsStructure) return pair.Judged.FirstOrDefault(j => j.Metric == "server.allocatedPerRequest")?.Verdict ?? "notJudged";
        return pair.Judged.Any(j => j is { Verdict: "slower", IsStructural: false }) ? "slower" : pair.Verdict;
    }

    private static Comparison Compare(TemporaryFolder folder, Planted row, string name, int seed, string counted, string duration, params string[] more)
    {
        // A wait shows where a user has nothing else to wait for; the other rows keep the server busy.
        File.WriteAllText(folder.FileOf(name + ".yaml"), FormattableString.Invariant($$"""
            name: {{name}}
            subject: { project: '{{Path.Combine(Path.GetDirectoryName(DynoClient.Program)!, "..", "..", "bench", "Handicap")}}', framework: net10.0 }
            variants:
              base: { env: { {{row.Variable}}: '{{row.Base}}', COUNTED: '{{counted}}' } }
              planted: { env: { {{row.Variable}}: '{{row.Variant}}', COUNTED: '{{counted}}' } }
            load: { url: /hello, connections: 64 }
            duration: {{duration}}
            warmup: { minimum: 2s, maximum: 4s }
            seed: {{seed}}
            observe: minimal
            compare: { baseline: base }
            """));
        var result = folder.FileOf(name + ".json");
        using var process = Process.Start(new ProcessStartInfo(DynoClient.Program, ["compare", name + ".yaml", "-q", "--result", result, .. more])
        {
            WorkingDirectory = folder.Path,
            RedirectStandardOutput = true,
        })!;
        process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return File.Exists(result) ? ComparisonJson.Read(File.ReadAllText(result), result) : throw new BenchException($"dyno compare ended with {process.ExitCode} and no result");
    }

    // The common practice: a run of one program, then a run of the other, and a t-test over their requests at 95 %, believed where the rates
    // agree with it. It says nothing about work.
    private static string? TwoRuns(TemporaryFolder folder, Planted row, int i, int seed, double seconds)
    {
        var sequential = Compare(folder, row, $"{row.Variable}-{row.Variant}-{i}-two-runs", seed, folder.FileOf("two-runs.counted"), FormattableString.Invariant($"{seconds}s"), "--sequential", "--rounds", "1");
        if (TimesOf("base") is not { } from || TimesOf("planted") is not { } to) return null;
        var t = (to.Mean - from.Mean) / Math.Sqrt(VarianceOf(from) / from.Count + VarianceOf(to) / to.Count);
        var rates = RateOf("planted") - RateOf("base");
        return Math.Abs(t) < 1.96 ? "same" : t > 0 && rates < 0 ? "slower" : t < 0 && rates > 0 ? "faster" : "unclear";

        double RateOf(string variant) => sequential.Trials.First(t => t.Outcome == TrialOutcome.Used && t.Variant == variant).Metrics["rate"];

        Histogram? TimesOf(string variant) => sequential.Trials.FirstOrDefault(t => t.Outcome == TrialOutcome.Used && t.Variant == variant)?.Run is { } file
            && RunResultJson.ReadFile(folder.FileOf(Path.Combine(".dyno", "experiments", sequential.Id, file))).Measured.Latency.Response.Histogram is { Length: > 0 } text
                ? HdrEncoding.DecodeBase64(text) : null;
    }

    private static double VarianceOf(Histogram times) => times.StdDev * times.StdDev;

    /// <summary>A row: what is planted, by a variable of the program.</summary>
    private sealed record Planted(string Name, string Variable, string Base, string Variant, bool IsSlower)
    {
        public bool IsStructure { get; init; }
    }

    /// <summary>
    /// Counts verdicts against the truth. Of a planted difference "slower" is right, "faster", slightly or not, and "same" are wrong; of none
    /// "same" is right, "slower" and "faster" are wrong. What is slight or unclear is open.
    /// </summary>
    private sealed class Tally
    {
        private int _right, _open, _wrong;

        public void Add(string verdict, bool isSlower)
        {
            var isWrong = verdict is "faster" || (isSlower ? verdict is "same" or "slightlyFaster" : verdict is "slower");
            if (verdict == (isSlower ? "slower" : "same")) _right++;
            else if (isWrong) _wrong++;
            else _open++;
        }

        public override string ToString() => $"{_right} / {_open} / {_wrong}";
    }
}
