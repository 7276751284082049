using Dyno.Experiments;

namespace Dyno.History;

/// <summary>Makes the record of a comparison.</summary>
public static class RecordMaker
{
    private const string WithoutFile = "command line";
    private const string Dirty = "-dirty";
    private const int DigitsOfRatio = 6;

    /// <summary>The commit that a comparison measured.</summary>
    /// <param name="source">Its file, for messages.</param>
    /// <returns>The full commit id.</returns>
    /// <exception cref="UserFault">The comparison is no build against another one, or its commit is not known.</exception>
    public static string CommitOf(Comparison comparison, string source) => BuiltFrom(comparison, MeasuredIn(comparison, source)) is not { } commit
            ? throw new UserFault($"{source}: the comparison does not say which commit it measured", "measure revisions: dyno compare --git HEAD~1..HEAD --project PATH --load /hello")
        : commit.EndsWith(Dirty, StringComparison.Ordinal)
            ? throw new UserFault($"{source}: the program had changes that were not committed, so no commit stands for it", "commit them, and measure again")
        : commit;

    /// <summary>The record of a comparison.</summary>
    /// <param name="commit">What git says about the commit of <see cref="CommitOf(Comparison, string)"/>.</param>
    /// <param name="source">The comparison's file, for messages.</param>
    /// <exception cref="UserFault">As <see cref="CommitOf(Comparison, string)"/>; or the record would be too large even without the launches.</exception>
    public static HistoryRecord Of(Comparison comparison, CommitRecord commit, string source)
    {
        var measured = MeasuredIn(comparison, source);
        var experiment = comparison.Experiment;
        var record = new HistoryRecord
        {
            Series = SeriesOf(experiment),
            Comparison = comparison.Id,
            MeasuredAt = comparison.StartedAt,
            Commit = commit,
            Baseline = new ReferenceRecord(experiment.Baseline, Known(BuiltFrom(comparison, experiment.Baseline))),
            Yardstick = experiment.Yardstick is { } yardstick ? new ReferenceRecord(yardstick, Known(BuiltFrom(comparison, yardstick))) : null,
            Machine = new MachineRecord(comparison.Environment.CpuModel, comparison.Environment.LogicalCpus, comparison.Environment.OperatingSystem,
                comparison.Environment.Architecture, comparison.Environment.Virtualization),
            Tool = comparison.Tool,
            Runtime = comparison.Variants.FirstOrDefault(v => v.Name == measured)?.Effective?.Framework,
            Seed = experiment.Seed,
            Health = comparison.Health.State,
            Headline = experiment.Headline,
            Estimator = comparison.HasEarlierSlices ? null : HistoryRecord.CurrentEstimator,
            Pairs = [.. comparison.Pairs.Where(pair => pair.IsControl || pair.Variant == measured).Select(pair => PairOf(comparison, pair))],
        };
        return Small(record, source);
    }

    // The name of a comparison without a file holds the revisions, which differ from commit to commit.
    private static string SeriesOf(ExperimentRecord experiment) =>
        experiment.Source == WithoutFile && experiment.Name.IndexOf(InlineExperiment.LoadBegins, StringComparison.Ordinal) is >= 0 and var at
            ? experiment.Name[(at + InlineExperiment.LoadBegins.Length)..] : experiment.Name;

    private static string MeasuredIn(Comparison comparison, string source)
    {
        if (!comparison.Interleaved || comparison.Pairs.IsEmpty)
            throw new UserFault($"{source}: no variants were measured in turn, so it has no ratio to keep", "name a comparison of dyno compare --git A..B, or of an experiment");
        var measured = comparison.Pairs.Where(pair => pair.IsAsked).Select(pair => pair.Variant).Distinct().ToList();
        return measured is [var one] ? one : throw new UserFault(
            $"{source}: {measured.Count} variants are compared with {comparison.Experiment.Baseline}; a history follows one program from commit to commit",
            "compare one build with its parent: dyno compare --git HEAD~1..HEAD --yardstick v1.2.0");
    }

    private static string? BuiltFrom(Comparison comparison, string variant) =>
        comparison.Variants.FirstOrDefault(v => v.Name == variant)?.Revision?.Commit
            // A program that was not checked out for the experiment is the working copy; a baseline may be anything, such as a URL.
            ?? (variant == comparison.Experiment.Baseline || variant == comparison.Experiment.Yardstick ? null : comparison.Environment.GitCommit);

    private static string? Known(string? commit) => commit?.EndsWith(Dirty, StringComparison.Ordinal) == true ? null : commit;

    private static PairRecord PairOf(Comparison comparison, PairResult pair)
    {
        var judged = pair.Judged.ToDictionary(verdict => verdict.Metric, verdict => verdict.Verdict, StringComparer.Ordinal);
        var headline = comparison.Experiment.Headline;
        judged[headline] = pair.Verdict;
        // The control is judged by its headline alone.
        var metrics = pair.IsControl ? pair.Metrics.Where(metric => metric.Metric == headline)
            : pair.Metrics.Where(metric => judged.ContainsKey(metric.Metric));
        return new PairRecord
        {
            Role = pair.IsControl ? PairRole.Control : pair.IsYardstick ? PairRole.Yardstick : PairRole.Baseline,
            Cell = pair.Cell,
            Metrics = [.. metrics.OrderBy(metric => metric.Metric == headline ? 0 : 1).Select(metric => new MetricRecord
            {
                Metric = metric.Metric,
                Verdict = judged.GetValueOrDefault(metric.Metric),
                Ratio = Brief(metric.Ratio),
                Low = Brief(metric.Low),
                High = Brief(metric.High),
                Level = metric.Level,
                Rounds = metric.Rounds,
                LogRatios = [.. LaunchRatios.Of(comparison, pair, metric.Metric).Select(ratio => Math.Round(ratio, DigitsOfRatio))],
            })],
        };
    }

    private static double? Brief(double? ratio) => ratio is { } value ? Math.Round(value, DigitsOfRatio) : null;

    private static HistoryRecord Small(HistoryRecord record, string source)
    {
        if (BytesOf(record) <= HistoryRecord.MostBytes) return record;
        var ofHeadline = Shortened(record, metric => metric == record.Headline);
        if (BytesOf(ofHeadline) <= HistoryRecord.MostBytes) return ofHeadline;
        var without = Shortened(record, _ => false);
        return BytesOf(without) is var bytes && bytes <= HistoryRecord.MostBytes ? without : throw new UserFault(
            $"{source}: its record would have {bytes:N0} bytes, and {HistoryRecord.MostBytes:N0} are allowed: the experiment has too many cells or judged metrics",
            "make two experiments of it, with fewer cells each");
    }

    private static HistoryRecord Shortened(HistoryRecord record, Func<string, bool> keeps) => record with
    {
        IsShortened = true,
        Pairs = [.. record.Pairs.Select(pair => pair with
        {
            Metrics = [.. pair.Metrics.Select(metric => keeps(metric.Metric) ? metric : metric with { LogRatios = [] })],
        })],
    };

    private static int BytesOf(HistoryRecord record) => Encoding.UTF8.GetByteCount(ResultDocument.Write(record));
}
