namespace Dyno.Reporting.Tests;

/// <summary>Comparisons whose reports are easy to check by eye.</summary>
internal static class SampleComparisons
{
    private static readonly (string Name, double Rate)[] Variants = [("net8", 41_000), ("net9", 43_100), ("net10", 46_800), ("net10-datas-off", 46_600), ("net8 (control)", 41_050)];

    /// <summary>Three runtimes and a setting on two paths, in ten rounds.</summary>
    public static Comparison Runtimes()
    {
        ImmutableArray<TrialRecord> trials =
            [.. Enumerable.Range(1, 10).SelectMany(round => Cells.SelectMany(cell => Variants.Select(v => Trial(round, cell, v.Name, v.Rate))))];
        return new Comparison
        {
            Id = "20261121-110000-x7qp",
            StartedAt = new DateTimeOffset(2026, 11, 21, 11, 0, 0, TimeSpan.Zero),
            EndedAt = new DateTimeOffset(2026, 11, 21, 11, 42, 0, TimeSpan.Zero),
            Tool = new ToolRecord { Version = "0.1.0", Runtime = ".NET 10.0.12" },
            Experiment = Experiment(),
            Environment = SampleRuns.Open().Environment,
            Interleaved = true,
            Health = new HealthRecord
            {
                State = HealthState.Strained,
                Findings = [new HealthFinding { Rule = "strained-trials", State = HealthState.Strained, Message = "2 of 100 trials were strained. See their documents, and run on a quieter machine." }],
            },
            Trials = [.. trials, Trial(4, Cells[0], "net9", 20_000) with { Outcome = TrialOutcome.Void, Reason = "a worker stalled for 412 ms" }],
            Variants = [.. Cells.SelectMany(cell => Variants.Select((v, i) => Variant(cell, v.Name, v.Rate, i)))],
            Pairs = [.. Cells.SelectMany(Pairs)],
            AnswerDifferences = [new AnswerDifference(Cells[1], "GET /classic/hello", "net10", "header Server is absent")],
            Skipped = [new SkippedVariant("net11", "its runtime pack cannot be restored")],
        };
    }

    private static readonly string[] Cells = ["path=/hello", "path=/classic/hello"];

    /// <summary>One pair without a matrix, void.</summary>
    public static Comparison Void()
    {
        var all = Runtimes();
        return all with
        {
            Health = new HealthRecord
            {
                State = HealthState.Void,
                Findings = [new HealthFinding { Rule = "too-many-void-rounds", State = HealthState.Void, Message = "3 of 10 rounds were void (limit 2): no verdict. Run on a quieter machine." }],
            },
            Pairs = [all.Pairs[0] with { Verdict = "void", Sentence = "net9 against net8: no verdict, the experiment is void.", Cell = "", Outlook = null }],
            Variants = [.. all.Variants.Take(2).Select(v => v with { Cell = "" })],
            Trials = [.. all.Trials.Where(t => t.Cell == Cells[0] && t.Variant is "net8" or "net9").Select(t => t with { Cell = "" })],
            Skipped = [],
            AnswerDifferences = [],
        };
    }

    /// <summary>Two branches without a file, with the same reasons in every variant and several reservations.</summary>
    public static Comparison Revisions()
    {
        var all = Void();
        var why = new ExplanationRecord { Rule = "cpu-bound", Message = "The server used all the CPU it had.", Evidence = ["CPU 0.97 of 1 core (limit 0.9)"], Trials = 11, OfTrials = 11 };
        VariantResult[] variants =
        [
            all.Variants[0] with { Name = "main", Revision = new RevisionRecord("12b29e2c0123456789", null, null) },
            all.Variants[1] with { Name = "slower", Discarded = 0, Revision = new RevisionRecord("3f2a1b9c0123456789", 2, 0) },
            all.Variants[0] with { Name = "control", Revision = new RevisionRecord("12b29e2c0123456789", null, null) },
        ];
        return all with
        {
            Experiment = all.Experiment with { Name = "slower against main: /products", Source = "command line", Baseline = "main" },
            Health = new HealthRecord
            {
                State = HealthState.Strained,
                Findings = [.. Enumerable.Range(1, 6).Select(i => new HealthFinding { Rule = $"rule-{i}", State = HealthState.Strained, Message = $"Reservation {i} about the machine, which is long enough to need a second line on the screen." })],
            },
            Variants = [.. variants.Select(v => v with
            {
                Explanations = [why, why with { Rule = "gc-bound", Message = "Pauses of the garbage collector took much of the time." }],
                Metrics = v.Metrics.SetItem("server.allocatedPerRequest", new MetricSpread(31_000, 30_000, 32_000)).SetItem("server.gcPause", new MetricSpread(0.0123, 0.01, 0.02)),
            })],
            Pairs =
            [
                all.Pairs[0] with { Baseline = "main", Variant = "slower", Verdict = "slower", Sentence = "slower is 8.1 % slower than main [6.2, 10]." },
                all.Pairs[0] with { Baseline = "main", Variant = "control", IsControl = true, Verdict = "same", Sentence = "main against itself: measured 0.10 % faster [−0.6, +0.8]." },
            ],
        };
    }

    /// <summary>Two variants under a k6 script with metrics and checks of its own.</summary>
    public static Comparison Scripted()
    {
        var all = Void();
        return all with
        {
            Health = new HealthRecord { State = HealthState.Healthy, Findings = [] },
            ScriptMetrics =
            [
                new ScriptFigure("check.is 200", "check: is 200", "share"), new ScriptFigure("check.is fresh", "check: is fresh", "share"),
                new ScriptFigure("script.checkout_time.avg", "checkout_time avg", "ms"), new ScriptFigure("script.orders_ok.share", "orders_ok", "share"),
            ],
            Variants = [.. all.Variants.Select((v, i) => v with { Metrics = v.Metrics.AddRange(Of(i)) })],
            Pairs = [all.Pairs[0] with
            {
                Verdict = "same",
                Sentence = "net9 and net8 are the same within 2.0 %: measured 0.10 % faster (0.60 % slower to 0.80 % faster).",
                Metrics = [.. all.Pairs[0].Metrics,
                    new MetricComparison { Metric = "check.is 200", Rounds = 10, Difference = 0 },
                    new MetricComparison { Metric = "check.is fresh", Rounds = 10, Difference = -0.05 },
                    new MetricComparison { Metric = "script.checkout_time.avg", Rounds = 10, Ratio = 2, Low = 1.9, High = 2.1, Level = 0.95, Method = "signedRank" },
                    new MetricComparison { Metric = "script.orders_ok.share", Rounds = 10, Difference = -0.241 },
                    new MetricComparison { Metric = "script.refunds.avg", Rounds = 0 },
                ],
            }],
        };

        static IEnumerable<KeyValuePair<string, MetricSpread>> Of(int index) =>
        [
            new("check.is 200", new(1, 1, 1)), new("check.is fresh", new(1 - (0.05 * index), 0.9, 1)),
            new("script.checkout_time.avg", new(11.5 * (1 + index), 11, 24)), new("script.orders_ok.share", new(0.8 - (0.241 * index), 0.5, 0.8)),
        ];
    }

    private static ExperimentRecord Experiment() => new()
    {
        Name = "runtime-throughput",
        Source = "studies/runtime-throughput/experiment.yaml",
        Text = "name: runtime-throughput\nvariants:\n  net8: { framework: net8.0 }\n  net9: { framework: net9.0 }\nrounds: 10\n",
        Rounds = 10,
        Seed = 42,
        Baseline = "net8",
        Headline = "rate",
        Thresholds = ImmutableSortedDictionary<string, double>.Empty.Add("rate", 0.02).Add("p99", 0.1).Add("server.cpuPerRequest", 0.02),
        Control = true,
    };

    private static TrialRecord Trial(int round, string cell, string variant, double rate)
    {
        var noise = new Random(round * 31 + variant.Length);
        var drift = 1 + 0.01 * Math.Sin(round);
        var own = rate * (cell == Cells[0] ? 1 : 0.9) * drift * (1 + 0.006 * (noise.NextDouble() - 0.5));
        return new TrialRecord
        {
            Round = round,
            Variant = variant,
            Cell = cell,
            Outcome = TrialOutcome.Used,
            Metrics = ImmutableSortedDictionary<string, double>.Empty.Add("rate", own).Add("p50", 64e9 / own).Add("p99", 200e9 / own)
                .Add("server.cpuPerRequest", 0.9e6 / own).Add("server.workingSet", 90e6),
            Run = $"{round:0000}-{variant}.json",
            WarmUpReachedLevel = true,
            WarmUpSeconds = 6,
            Series = new TrialSeries([.. Enumerable.Range(-5, 16).Select(second => Point(second, own))]),
        };
    }

    private static TrialPoint Point(int second, double rate)
    {
        var warmth = second < 0 ? 0.5 + 0.1 * (5 + second) : 1;
        return new TrialPoint
        {
            Seconds = second,
            Rate = rate * warmth * (1 + 0.01 * (second % 3)),
            P99Nanos = (long)(200e9 / rate / warmth),
            CpuCores = second < 1 ? null : 0.97,
            WorkingSetBytes = second < 1 ? null : (long)(86e6 + 3e5 * second),
            HeapBytes = 20e6 + 4e6 * Math.Abs(second % 4),
            AllocatedBytes = rate * 1_400 * warmth,
            GcPauseSeconds = 0.002 + 0.0005 * (second % 2),
            ThreadPoolThreads = 6,
        };
    }

    private static VariantResult Variant(string cell, string name, double rate, int index)
    {
        var own = rate * (cell == Cells[0] ? 1 : 0.9);
        return new VariantResult
        {
            Name = name,
            Cell = cell,
            Trials = 10,
            Discarded = name == "net9" && cell == Cells[0] ? 1 : 0,
            Metrics = ImmutableSortedDictionary<string, MetricSpread>.Empty.Add("rate", new MetricSpread(own, 0.98 * own, 1.02 * own, 0.993 * own, 1.008 * own))
                .Add("p50", new MetricSpread(64e9 / own, 63e9 / own, 65e9 / own)).Add("p99", new MetricSpread(200e9 / own, 180e9 / own, 230e9 / own))
                .Add("server.cpuPerRequest", new MetricSpread(0.9e6 / own, 0.88e6 / own, 0.92e6 / own)).Add("server.workingSet", new MetricSpread(90e6, 88e6, 93e6)),
            Latency = SampleRuns.Latency(SampleRuns.Times(100_000, 64e9 / own, index + 1)),
            Effective = new EffectiveSettings
            {
                Framework = $".NET {8 + index}.0.1",
                ProcessorCount = 2,
                ServerGc = true,
                ConcurrentGc = true,
                HeapCount = 2,
                Datas = index == 2,
                TieredCompilation = true,
                TieredPgo = true,
            },
            Cold = new ColdStart(0.31 + 0.01 * index, 0.041),
            Explanations = name == "net8" ? [new ExplanationRecord
            {
                Rule = "cpu-bound",
                Message = "The server used all the CPU it had.",
                Evidence = ["CPU 0.97 of 1 core (limit 0.9)", "thread-pool queue 0"],
                Trials = 10,
                OfTrials = 10,
            }] : [],
        };
    }

    private static IEnumerable<PairResult> Pairs(string cell) =>
    [
        Pair(cell, "net9", "faster", 1.051, 1.043, 1.059, "net9 is 5.1 % faster than net8 (4.3 to 5.9 %), surely by more than 2.0 %; server CPU per request −4.9 %."),
        Pair(cell, "net10", "faster", 1.142, 1.131, 1.155, "net10 is 14 % faster than net8 (13 to 16 %), surely by more than 2.0 %; server CPU per request −12 %."),
        Pair(cell, "net10-datas-off", cell == Cells[0] ? "unclear" : "slower", cell == Cells[0] ? 1.016 : 0.961, cell == Cells[0] ? 0.991 : 0.95, cell == Cells[0] ? 1.04 : 0.972,
            cell == Cells[0] ? "net10-datas-off against net8: unclear, measured 1.6 % faster (0.90 % slower to 4.0 % faster)." : "net10-datas-off is 3.9 % slower than net8 (2.8 to 5.0 %), surely by more than 2.0 %.")
            with
            {
                FurtherRounds = cell == Cells[0] ? 12 : null,
                Outlook = cell == Cells[0] ? $"About 12 more rounds, 9 min, would likely decide. {Seen}" : Seen,
            },
        Pair(cell, "net8 (control)", "same", 1.001, 0.994, 1.008, "net8 against itself: measured 0.10 % faster (0.60 % slower to 0.80 % faster).") with { IsControl = true, Outlook = null },
    ];

    private const string Seen = "Smallest detectable change: 3.4 %; to be sure of any difference of 1 % takes about 21 min in all.";

    private static PairResult Pair(string cell, string variant, string verdict, double ratio, double low, double high, string sentence) => new()
    {
        Baseline = "net8",
        Variant = variant,
        Cell = cell,
        Verdict = verdict,
        Sentence = sentence,
        Outlook = Seen,
        Metrics =
        [
            new MetricComparison { Metric = "rate", Rounds = 10, Ratio = ratio, Low = low, High = high, Level = 0.9833, Method = "signedRank" },
            new MetricComparison { Metric = "p99", Rounds = 10, Ratio = 1 / ratio, Low = 0.97 / ratio, High = 1.04 / ratio, Level = 0.95, Method = "signedRank" },
            new MetricComparison { Metric = "server.cpuPerRequest", Rounds = 10, Ratio = 1 / ratio, Low = 1 / high, High = 1 / low, Level = 0.95, Method = "signedRank" },
            new MetricComparison { Metric = "errors", Rounds = 10, Difference = 0 },
        ],
    };
}
