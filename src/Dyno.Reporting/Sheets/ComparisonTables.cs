namespace Dyno.Reporting;

internal static class ComparisonTables
{
    private static readonly string[] Shown = ["p50", "p99", "server.cpuPerRequest", "server.workingSet"];

    public static TableBlock Variants(Comparison comparison, string cell)
    {
        var headline = comparison.Experiment.Headline;
        var others = Shown.Prepend("rate").Where(m => m != headline).ToList();
        return new TableBlock(cell.Length > 0 ? cell : "Variants",
            [new("variant", false), new(headline), new("95 % interval"), new("against " + comparison.Experiment.Baseline), new("verdict", false), .. others.Select(m => new Column(Short(m))), new("trials")],
            [.. comparison.Variants.Where(v => v.Cell == cell).Select(v => VariantRow(comparison, v, headline, others))]);
    }

    public static IEnumerable<Block> Explanations(Comparison comparison) => TableBlock.Of(
        "Why", [new("variant", false), new("finding", false), new("evidence", false), new("trials")],
        comparison.Variants.Where(v => !v.Explanations.IsDefaultOrEmpty).SelectMany(v => v.Explanations, (variant, why) => (variant, why)),
        r => [NameOf(r.variant), r.why.Message, string.Join("; ", r.why.Evidence), new Cell($"{r.why.Trials} of {r.why.OfTrials}", r.why.Trials)]);

    public static IEnumerable<Block> Services(Comparison comparison) => TableBlock.Of(
        "Services", [new("service", false), new("variant", false), new("commands/request"), new("CPUs"), new("CPU/request"), new("memory")],
        comparison.Variants.Where(v => !v.Services.IsDefaultOrEmpty).SelectMany(v => v.Services, (variant, use) => (variant, use)), r =>
        [
            $"{r.use.Name} ({r.use.Kind})", NameOf(r.variant), ServiceWords.Commands(r.use) is { } commands ? new Cell(commands, r.use.CommandsPerRequest) : "–",
            r.use.CpuCores is { } cores ? new Cell(cores.ToString("0.00", CultureInfo.InvariantCulture), cores) : "–",
            r.use.CpuMicrosPerRequest is { } micros ? RunTables.Time(micros * 1000) : "–",
            r.use.WorkingSetBytes is { } bytes ? new Cell(FigureText.Memory(bytes), bytes) : "–",
        ]);

    public static IEnumerable<Block> Outliers(Comparison comparison)
    {
        if (OutlierWords.Of(comparison) is { } apart) yield return new NoteBlock(apart + ".", Tone.Doubtful);
    }

    public static IEnumerable<Block> Latencies(Comparison comparison)
    {
        double[] quantiles = [0.5, 0.9, 0.99, 0.999, 0.9999];
        return TableBlock.Of("Latency", [new("variant", false), new("count"), new("min"), new("mean"), .. quantiles.Select(q => new Column(RunTables.NameOf(q))), new("max")],
            comparison.Variants.Where(v => v.Latency is { Count: > 0 }), v =>
            [
                NameOf(v), RunTables.Count(v.Latency!.Count), RunTables.Time(v.Latency.MinNanos), RunTables.Time(v.Latency.MeanNanos),
                .. quantiles.Select(q => RunTables.Quantile(v.Latency, q)), RunTables.Time(v.Latency.MaxNanos),
            ]);
    }

    public static IEnumerable<Block> Forests(Comparison comparison) =>
        comparison.Pairs.Where(p => !p.IsControl).SelectMany(p => p.Metrics.Skip(1)).Select(m => m.Metric).Where(m => !ScriptFigure.IsName(m)).Distinct()
            .Select(metric => ComparisonCharts.Forest(comparison, metric)).OfType<Forest>().Select(forest => new ForestBlock(forest));

    public static IEnumerable<Block> Metrics(Comparison comparison) => TableBlock.Of(
        "Other metrics", [new("pair", false), new("metric", false), new("ratio"), new("interval"), new("rounds"), new("method", false)],
        comparison.Pairs.SelectMany(p => p.Metrics.Skip(1).Where(m => !ScriptFigure.IsName(m.Metric)), (pair, metric) => (pair, metric)), r =>
        [
            ComparisonVerdictWords.NameOf(r.pair) + (r.pair.IsControl ? " (control)" : ""), FigureTable.Of(r.metric.Metric).Title, Ratio(r.metric), Interval(r.metric),
            RunTables.Count(r.metric.Rounds), Method(r.metric),
        ]);

    public static IEnumerable<Block> OfScripts(Comparison comparison) => TableBlock.Of(
        "Metrics of the script", [new("pair", false), new("metric", false), new("baseline"), new("variant"), new("change"), new("interval"), new("rounds")],
        comparison.Pairs.Where(p => !p.IsControl).SelectMany(p => ScriptComparison.Of(comparison, p), (pair, figure) => (pair, figure)), r =>
        [
            ComparisonVerdictWords.NameOf(r.pair), r.figure.Title, r.figure.Baseline, r.figure.Variant, r.figure.Change, Interval(r.figure.Compared),
            RunTables.Count(r.figure.Compared.Rounds),
        ]);

    public static IEnumerable<Block> Sweep(Comparison comparison)
    {
        if (comparison.Sweep is not { } sweep) yield break;
        foreach (var finding in sweep.Findings) yield return new NoteBlock(finding.Sentence, Tone.Plain);
        foreach (var knee in SweepKnees.Of(sweep)) yield return new NoteBlock(knee, Tone.Plain);
        foreach (var chart in SweepCharts.Of(sweep)) yield return new ChartBlock(chart);
        yield return sweep.Over is null ? MeasuredRates(sweep) : MeasuredValues(sweep);
    }

    private static TableBlock MeasuredRates(SweepResult sweep) => new("Measured rates",
        [new("variant", false), new("offered"), new("achieved"), new("p99"), new(sweep.Goals.IsEmpty ? "beyond" : "goal missed", false)],
        [.. sweep.Points.Select(p => (ImmutableArray<Cell>)
        [
            NameOf(p), new Cell(FigureText.Rate(p.Rate), p.Rate),
            p.AchievedRate is { } rate ? new Cell(FigureText.Rate(rate), rate) : "–", p.P99Nanos is { } p99 ? RunTables.Time(p99) : "–", Missed(sweep, p),
        ])]);

    private static TableBlock MeasuredValues(SweepResult sweep)
    {
        var headline = sweep.Points.Select(p => p.Objective?.Metric).FirstOrDefault(metric => metric is not null) ?? "rate";
        var others = sweep.Points.OrderByDescending(p => p.Others.Length).SelectMany(p => p.Others).Select(other => other.Metric).Prepend("p99").Distinct()
            .Where(metric => metric != headline).ToList();
        var hasVariants = sweep.Points.Select(NameOf).Distinct().Count() > 1;
        return new TableBlock("Measured values",
            [
                .. hasVariants ? [new Column("variant", false)] : (ImmutableArray<Column>)[], new(sweep.Over!), new(headline), new("95 % interval"),
                .. others.Select(metric => new Column(metric)), new(sweep.Goals.IsEmpty ? "beyond" : "goal missed", false),
            ],
            [.. sweep.Points.Select(p => (ImmutableArray<Cell>)
            [
                .. hasVariants ? [(Cell)NameOf(p)] : (ImmutableArray<Cell>)[], new Cell(p.Rate.ToString("#,0.###", CultureInfo.InvariantCulture), p.Rate),
                FigureOf(p.Objective), IntervalOf(p.Objective),
                .. others.Select(metric => metric == "p99" && p.P99Nanos is { } p99
                    ? RunTables.Time(p99) : FigureOf(p.Others.FirstOrDefault(other => other.Metric == metric))),
                Missed(sweep, p),
            ])]);
    }

    private static string NameOf(SweepPoint point) => point.Cell.Length > 0 ? $"{point.Variant}, {point.Cell}" : point.Variant;

    private static Cell FigureOf(SweepObjective? figure) => figure is null ? "–" : new Cell(FigureTable.Of(figure.Metric).Say(figure.Value), figure.Value);

    private static Cell IntervalOf(SweepObjective? figure) => figure is { Low: { } low, High: { } high }
        ? new Cell($"{FigureTable.Of(figure.Metric).Say(low)} – {FigureTable.Of(figure.Metric).Say(high)}", low) : "–";

    // With a single goal, a plain yes or no is enough.
    private static string Missed(SweepResult sweep, SweepPoint point) =>
        sweep.Goals.Length < 2 ? point.IsBeyond ? "yes" : "no" : point.Missed.IsEmpty ? "none" : string.Join("; ", point.Missed);

    public static IEnumerable<Block> Effective(Comparison comparison) => TableBlock.Of("The variants",
        [new("variant", false), new("runtime", false), new("CPUs"), new("GC", false), new("heaps"), new("DATAS", false), new("tiering", false), new("first start"), new("first request")],
        comparison.Variants.Where(v => v.Effective is not null).DistinctBy(v => v.Name), v => EffectiveRow(v, v.Effective!));

    public static IEnumerable<Block> Trials(Comparison comparison)
    {
        var headline = comparison.Experiment.Headline;
        var documents = comparison.Trials.Any(t => t.Run is not null); // a result that is kept may lack its runs' documents
        yield return new TableBlock("The trials",
            [
                new("trial"), new("round"), new("variant", false), new(headline), new("outcome", false), new("warm-up"),
                .. documents ? [new Column("document", false)] : Array.Empty<Column>(),
            ],
            [.. comparison.Trials.Select((trial, index) => (ImmutableArray<Cell>)
            [
                new Cell($"{index + 1}", index + 1), new Cell($"{trial.Round}{(trial.Group is { } group ? $", group {group}" : "")}", trial.Round), trial.Cell.Length > 0 ? $"{trial.Variant}, {trial.Cell}" : trial.Variant,
                trial.Metrics.TryGetValue(headline, out var value) ? new Cell(FigureTable.Of(headline).Say(value), value) : "–", Outcome(trial),
                WarmUp(trial), .. documents ? [new Cell(trial.Run ?? "–")] : Array.Empty<Cell>(),
            ])]);
    }

    private static Cell WarmUp(TrialRecord trial) => trial.WarmUpSeconds > 0
        ? new Cell(FigureText.Time(trial.WarmUpSeconds * 1e9), trial.WarmUpSeconds, trial.WarmUpReachedLevel ? Tone.Plain : Tone.Doubtful)
        : new Cell("none", 0);

    public static IEnumerable<Block> Experiment(Comparison comparison)
    {
        var experiment = comparison.Experiment;
        yield return RunFacts.Facts(
            ("Source", experiment.Source), ("Rounds", $"{experiment.Rounds} planned"), ("Baseline", experiment.Baseline),
            ("Headline", $"{experiment.Headline} ({FigureTable.Of(experiment.Headline).Title})"),
            ("Thresholds", string.Join("\n", experiment.Thresholds.Select(t => $"{t.Key}: {FigureText.Percent(t.Value, 1)}"))),
            ("Control", experiment switch
            {
                { Rebuilt: true } => "the baseline, built again from the same sources",
                { Control: true } => "the baseline ran a second time",
                _ => "none",
            }),
            ("Seed", experiment.Seed.ToString(CultureInfo.InvariantCulture)),
            ("Interleaved", comparison.Interleaved ? "yes: each round measured every variant" : comparison.Sweep is null ? "no: stored results side by side" : "no: a search, value by value"),
            ("Dyno", $"{comparison.Tool.Version}{(comparison.Tool.Commit is { } commit ? $" ({FigureText.Commit(commit)})" : "")} on {comparison.Tool.Runtime}"));
        if (experiment.Text.Length > 0) yield return new TextBlock("The experiment file", experiment.Text);
    }

    private static ImmutableArray<Cell> VariantRow(Comparison comparison, VariantResult variant, string headline, List<string> others)
    {
        var spread = variant.Metrics.GetValueOrDefault(headline);
        var pair = comparison.Pairs.FirstOrDefault(p => p.Variant == variant.Name && p.Cell == variant.Cell && p.Baseline == comparison.Experiment.Baseline)
            ?? comparison.Pairs.FirstOrDefault(p => p.Variant == variant.Name && p.Cell == variant.Cell);
        var ratio = pair is { Metrics.Length: > 0 } ? pair.Metrics[0] : null;
        return
        [
            variant.Name,
            MedianOf(variant, headline),
            spread is { Low: { } low, High: { } high } ? new Cell($"{FigureTable.Of(headline).Say(low)} – {FigureTable.Of(headline).Say(high)}", low) : "–",
            ratio?.Ratio is { } value ? new Cell(FigureText.Difference(value, ratio.Low, ratio.High), value) : "–",
            pair is null ? new Cell(variant.Name == comparison.Experiment.Baseline ? "baseline" : "–", null, Tone.Quiet)
                : pair.IsControl ? new Cell("control", null, Tone.Quiet)
                : new Cell(ComparisonVerdictWords.WordOf(pair.Verdict), null, ComparisonVerdictWords.ToneOf(pair)),
            .. others.Select(metric => MedianOf(variant, metric)),
            new Cell(variant.Discarded == 0 ? $"{variant.Trials}" : $"{variant.Trials} of {variant.Trials + variant.Discarded}", variant.Trials),
        ];
    }

    private static ImmutableArray<Cell> EffectiveRow(VariantResult variant, EffectiveSettings settings) =>
    [
        variant.Name, settings.Framework, new Cell($"{settings.ProcessorCount}", settings.ProcessorCount),
        (settings.ServerGc ? "server" : "workstation") + (settings.ConcurrentGc == true ? ", concurrent" : ""),
        settings.HeapCount is { } heaps ? new Cell($"{heaps}", heaps) : "–", YesNo(settings.Datas),
        settings.TieredCompilation is { } tiered ? (tiered ? settings.TieredPgo == true ? "on, PGO" : "on" : "off") : "–",
        variant.Cold is { } cold ? new Cell(FigureText.Time(cold.TimeToReadySeconds * 1e9), cold.TimeToReadySeconds) : "–",
        variant.Cold?.FirstRequestSeconds is { } first ? new Cell(FigureText.Time(first * 1e9), first) : "–",
    ];

    private static Cell MedianOf(VariantResult variant, string metric) =>
        variant.Metrics.TryGetValue(metric, out var spread) ? new Cell(FigureTable.Of(metric).Say(spread.Median), spread.Median) : "–";

    private static Cell Outcome(TrialRecord trial) => trial.Outcome switch
    {
        TrialOutcome.Used when trial.IsOutlier => new Cell("outlier, counted", null, Tone.Doubtful),
        TrialOutcome.Used => "counts",
        TrialOutcome.RoundRepeated => new Cell("round repeated", null, Tone.Quiet),
        TrialOutcome.Void => new Cell($"void: {trial.Reason}", null, Tone.Doubtful),
        _ => new Cell($"failed: {trial.Reason}", null, Tone.Bad),
    };

    private static Cell Ratio(MetricComparison metric) => metric switch
    {
        { Difference: { } difference } => new Cell(FigureTable.Of(metric.Metric).SayDifference(difference), difference),
        { Ratio: { } ratio } => new Cell(FigureText.Difference(ratio), ratio),
        _ => new Cell("not measured in every trial", null, Tone.Quiet),
    };

    private static Cell Interval(MetricComparison metric) => metric is { Low: { } low, High: { } high }
        ? new Cell($"{FigureText.Difference(low)} to {FigureText.Difference(high)}", low)
        : "–";

    private static Cell Method(MetricComparison metric) => metric.Method switch
    {
        "signedRank" => "exact signed rank",
        "studentT" => "Student's t",
        _ => metric.Difference is null ? "–" : "median difference",
    };

    private static string Short(string metric) => metric switch { "server.cpuPerRequest" => "CPU/request", "server.workingSet" => "memory", _ => metric };

    private static string NameOf(VariantResult variant) => variant.Cell.Length > 0 ? $"{variant.Name}, {variant.Cell}" : variant.Name;

    private static string YesNo(bool? value) => value switch { true => "on", false => "off", _ => "–" };
}
