using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Results.Comparisons;

/// <summary>
/// What the trials of an experiment say about its variants: the second document of Dyno, written by the experiment
/// engine, read by every report and by the gate for CI. The unit is the launch (a trial), never the request.
/// </summary>
public sealed record Comparison
{
    /// <summary>The version this build writes.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>Version of the document's shape.</summary>
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>Sortable by time and unique, as a run's.</summary>
    public required string Id { get; init; }

    /// <summary>When the first trial began (UTC).</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>When the last trial ended (UTC).</summary>
    public required DateTimeOffset EndedAt { get; init; }

    /// <summary>Which build of Dyno.</summary>
    public required ToolRecord Tool { get; init; }

    /// <summary>The experiment as it was read, complete enough to run it again.</summary>
    public required ExperimentRecord Experiment { get; init; }

    /// <summary>The machine, as the first trial saw it.</summary>
    public required EnvironmentRecord Environment { get; init; }

    /// <summary>Whether the trials interleaved: false for stored results put side by side.</summary>
    public required bool Interleaved { get; init; }

    /// <summary>Whether the verdicts can be trusted, with every reason.</summary>
    public required HealthRecord Health { get; init; }

    /// <summary>Every trial, in the order in which they ran, failed and void ones included.</summary>
    public required ImmutableArray<TrialRecord> Trials { get; init; }

    /// <summary>Each variant of each cell with its own figures.</summary>
    public required ImmutableArray<VariantResult> Variants { get; init; }

    /// <summary>Each compared pair with its estimate per metric and its verdict.</summary>
    public required ImmutableArray<PairResult> Pairs { get; init; }

    /// <summary>
    /// Title and unit of the figures that trials have beside the known metrics: those of metrics that a k6 script made, and checks.
    /// </summary>
    public ImmutableArray<ScriptFigure> ScriptMetrics { get; init; } = [];

    /// <summary>Differences between the answers of the variants of a cell; empty when all did the same work.</summary>
    public ImmutableArray<AnswerDifference> AnswerDifferences { get; init; } = [];

    /// <summary>Variants that could not be measured, such as a framework that does not restore.</summary>
    public ImmutableArray<SkippedVariant> Skipped { get; init; } = [];

    /// <summary>What should be known about how it was measured, a sentence each; none of them speaks against the verdicts.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];

    /// <summary>What searching a load found; null without a search.</summary>
    public SweepResult? Sweep { get; init; }
}

/// <summary>A variant that was left out, and why; the others were measured.</summary>
/// <param name="Name">The variant.</param>
/// <param name="Reason">Why it could not be measured.</param>
public sealed record SkippedVariant(string Name, string Reason);

/// <summary>The experiment's plan in words and figures.</summary>
public sealed record ExperimentRecord
{
    /// <summary>The experiment's name.</summary>
    public required string Name { get; init; }

    /// <summary>The file, or the command line in words.</summary>
    public required string Source { get; init; }

    /// <summary>The whole file, secrets masked; empty when there was none.</summary>
    public string Text { get; init; } = "";

    /// <summary>Rounds planned.</summary>
    public required int Rounds { get; init; }

    /// <summary>Seed of the round orders and of every load.</summary>
    public required long Seed { get; init; }

    /// <summary>The name of the baseline.</summary>
    public required string Baseline { get; init; }

    /// <summary>The metric the verdicts stand on.</summary>
    public required string Headline { get; init; }

    /// <summary>Practical thresholds per metric, relative (0.02 is 2 %).</summary>
    public required ImmutableSortedDictionary<string, double> Thresholds { get; init; }

    /// <summary>Whether the baseline ran a second time as a control.</summary>
    public required bool Control { get; init; }
}

/// <summary>One launch of one variant and one load on it.</summary>
public sealed record TrialRecord
{
    /// <summary>Round, from 1, without gaps; a round with a void or failed trial is repeated under its number.</summary>
    public required int Round { get; init; }

    /// <summary>Which try of the round it belongs to, from 1.</summary>
    public int Attempt { get; init; } = 1;

    /// <summary>The variant.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>How it went.</summary>
    public required TrialOutcome Outcome { get; init; }

    /// <summary>The sentence behind an outcome other than used; otherwise null.</summary>
    public string? Reason { get; init; }

    /// <summary>Whether its headline figure lies apart from the variant's other trials. It counts nevertheless.</summary>
    public bool IsOutlier { get; init; }

    /// <summary>
    /// The metrics of the comparison, by name, in each metric's unit; empty for a failed trial. Those of scripts and checks have
    /// the names of <see cref="Comparison.ScriptMetrics"/>.
    /// </summary>
    public required ImmutableSortedDictionary<string, double> Metrics { get; init; }

    /// <summary>The run's document, relative to the comparison; null when it was not kept.</summary>
    public string? Run { get; init; }

    /// <summary>Whether the warm-up reached level.</summary>
    public bool WarmUpReachedLevel { get; init; }

    /// <summary>How long the warm-up took.</summary>
    public double WarmUpSeconds { get; init; }

    /// <summary>Its slices, where the variants of a round were up at the same time; null for a trial that had the machine for itself.</summary>
    public DuetRecord? Duet { get; init; }

    /// <summary>The trial over time; null when it was not kept, or too long to stand here.</summary>
    public TrialSeries? Series { get; init; }
}

/// <summary>How a trial went.</summary>
public enum TrialOutcome
{
    /// <summary>It counts.</summary>
    Used,

    /// <summary>Its health was void: its round was repeated.</summary>
    Void,

    /// <summary>The subject or the load failed: its round was repeated.</summary>
    Failed,

    /// <summary>It was good, but its round was not: another trial spoiled it, or the user stopped before its end.</summary>
    RoundRepeated,
}

/// <summary>One variant of one cell.</summary>
public sealed record VariantResult
{
    /// <summary>Name of the variant.</summary>
    public required string Name { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>Trials that count.</summary>
    public required int Trials { get; init; }

    /// <summary>Trials that did not.</summary>
    public required int Discarded { get; init; }

    /// <summary>Median over the trials and their spread, per metric.</summary>
    public required ImmutableSortedDictionary<string, MetricSpread> Metrics { get; init; }

    /// <summary>Response times of all trials merged (never averaged).</summary>
    public LatencyResult? Latency { get; init; }

    /// <summary>What the program says it runs with, as its first launch told; null for a URL.</summary>
    public EffectiveSettings? Effective { get; init; }

    /// <summary>The variant's first start in this experiment, apart from its trials; null for a URL.</summary>
    public ColdStart? Cold { get; init; }

    /// <summary>What the experiment's services did for it; empty without services.</summary>
    public ImmutableArray<ServiceUse> Services { get; init; } = [];

    /// <summary>Why its figures are as they are, by the rules that held in at least half of its trials.</summary>
    public ImmutableArray<ExplanationRecord> Explanations { get; init; } = [];
}

/// <summary>What a service did for a variant: medians over its trials.</summary>
/// <param name="Name">The service.</param>
/// <param name="Kind"><c>postgres</c>, <c>redis</c> or <c>command</c>.</param>
/// <param name="CpuCores">CPUs it used; null when its processes could not be read.</param>
/// <param name="CpuMicrosPerRequest">CPU time per request of the load, in microseconds.</param>
/// <param name="WorkingSetBytes">Mean memory, in bytes.</param>
/// <param name="CommandsPerRequest">Commands (Redis) or transactions (PostgreSQL) per request; null where it does not count.</param>
public sealed record ServiceUse(string Name, string Kind, double? CpuCores, double? CpuMicrosPerRequest, double? WorkingSetBytes, double? CommandsPerRequest);

/// <summary>The first start of a variant, when the system may not have read its files yet.</summary>
/// <param name="TimeToReadySeconds">From launch to the first good answer.</param>
/// <param name="FirstRequestSeconds">The first request of the load; null when none was sent.</param>
public sealed record ColdStart(double TimeToReadySeconds, double? FirstRequestSeconds);

/// <summary>A metric over the trials of one variant.</summary>
/// <param name="Median">Median.</param>
/// <param name="Min">Smallest.</param>
/// <param name="Max">Largest.</param>
/// <param name="Low">Lower end of the 95 % interval of the variant's own figure, launches as the unit; null for fewer than two trials
/// and for metrics that can be zero.</param>
/// <param name="High">Upper end.</param>
public sealed record MetricSpread(double Median, double Min, double Max, double? Low = null, double? High = null);

/// <summary>Two variants compared.</summary>
public sealed record PairResult
{
    /// <summary>The baseline.</summary>
    public required string Baseline { get; init; }

    /// <summary>The variant compared with it.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>Whether this is the A/A control.</summary>
    public bool IsControl { get; init; }

    /// <summary>The verdict on the headline metric: <c>faster</c>, <c>slower</c>, <c>same</c>, <c>unclear</c>, <c>void</c>, <c>notJudged</c>.</summary>
    public required string Verdict { get; init; }

    /// <summary>One sentence that says it with its figures.</summary>
    public required string Sentence { get; init; }

    /// <summary>That the variant fails more often than the baseline, in a sentence: it is then not called faster or the same. Null otherwise.</summary>
    public string? Failures { get; init; }

    /// <summary>About how many more rounds would decide; null when decided or hopeless.</summary>
    public int? FurtherRounds { get; init; }

    /// <summary>The same in minutes; null where the length of a round is not known.</summary>
    public double? MinutesToDecide { get; init; }

    /// <summary>The smallest true change that nine of ten such experiments would have called a difference, relative (0.028 is 2.8 %).</summary>
    public double? SmallestVisible { get; init; }

    /// <summary>How many minutes of rounds would see a change of 1 %; null where the length of a round is not known.</summary>
    public double? MinutesForOnePercent { get; init; }

    /// <summary>What would settle an open question, or what could have been seen, in a sentence; null when there is nothing to say.</summary>
    public string? Outlook { get; init; }

    /// <summary>Verdicts on further metrics, corrected together with that on the headline; empty when only the headline is judged.</summary>
    public ImmutableArray<MetricVerdict> Judged { get; init; } = [];

    /// <summary>Per metric; the headline first.</summary>
    public required ImmutableArray<MetricComparison> Metrics { get; init; }
}

/// <summary>The verdict on one judged metric of a pair.</summary>
public sealed record MetricVerdict
{
    /// <summary>The metric.</summary>
    public required string Metric { get; init; }

    /// <summary>As <see cref="PairResult.Verdict"/>; of a metric that is not a time, faster is less and slower is more.</summary>
    public required string Verdict { get; init; }

    /// <summary>One sentence that says it with its figures.</summary>
    public required string Sentence { get; init; }

    /// <summary>The level at which it was judged, all judged metrics allowed for.</summary>
    public required double Level { get; init; }

    /// <summary>Whether it counts work rather than time, so that it is quiet on any machine.</summary>
    public bool IsStructural { get; init; }

    /// <summary>As <see cref="PairResult.Outlook"/>.</summary>
    public string? Outlook { get; init; }

    /// <summary>As <see cref="PairResult.SmallestVisible"/>.</summary>
    public double? SmallestVisible { get; init; }

    /// <summary>As <see cref="PairResult.FurtherRounds"/>.</summary>
    public int? FurtherRounds { get; init; }

    /// <summary>As <see cref="PairResult.MinutesToDecide"/>.</summary>
    public double? MinutesToDecide { get; init; }

    /// <summary>As <see cref="PairResult.MinutesForOnePercent"/>.</summary>
    public double? MinutesForOnePercent { get; init; }
}

/// <summary>One metric of one pair.</summary>
public sealed record MetricComparison
{
    /// <summary>The metric.</summary>
    public required string Metric { get; init; }

    /// <summary>Rounds that gave a pair of figures.</summary>
    public required int Rounds { get; init; }

    /// <summary>Variant ÷ baseline, Hodges–Lehmann; null where a figure was zero or unreliable.</summary>
    public double? Ratio { get; init; }

    /// <summary>Lower end of the interval.</summary>
    public double? Low { get; init; }

    /// <summary>Upper end of the interval.</summary>
    public double? High { get; init; }

    /// <summary>Confidence level asked for.</summary>
    public double? Level { get; init; }

    /// <summary><c>signedRank</c> or <c>studentT</c>; null without an interval.</summary>
    public string? Method { get; init; }

    /// <summary>Median difference variant − baseline, for metrics that can be zero and for shares; otherwise null.</summary>
    public double? Difference { get; init; }
}

/// <summary>A difference between answers that should have been the same.</summary>
/// <param name="Cell">The matrix cell; empty without a matrix.</param>
/// <param name="Step">The request.</param>
/// <param name="Variant">The variant that differs from the baseline.</param>
/// <param name="What">Status, header or body, and how they differ.</param>
public sealed record AnswerDifference(string Cell, string Step, string Variant, string What);
