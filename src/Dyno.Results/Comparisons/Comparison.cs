// One file because a stored comparison is read from its top to its bottom.

namespace Dyno.Results;

/// <summary>
/// The result of an experiment: what its trials say about its variants. The experiment engine writes this document; every report and
/// the gate for CI read it. One observation is one launch (a trial), never one request.
/// </summary>
public sealed record Comparison
{
    /// <summary>The version this build writes.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>Version of the document's shape.</summary>
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>Sortable by time and unique, like the id of a run.</summary>
    public required string Id { get; init; }

    /// <summary>When the first trial began (UTC).</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>When the last trial ended (UTC).</summary>
    public required DateTimeOffset EndedAt { get; init; }

    /// <summary>The build of Dyno that made the comparison.</summary>
    public required ToolRecord Tool { get; init; }

    /// <summary>The experiment as it was read, complete enough to run it again.</summary>
    public required ExperimentRecord Experiment { get; init; }

    /// <summary>The machine, as the first trial recorded it.</summary>
    public required EnvironmentRecord Environment { get; init; }

    /// <summary>Whether the trials of the variants were interleaved; false for stored results put side by side.</summary>
    public required bool Interleaved { get; init; }

    /// <summary>Whether the verdicts can be trusted, with every reason.</summary>
    public required HealthRecord Health { get; init; }

    /// <summary>Every trial, failed and void ones included, in the order in which the trials ran.</summary>
    public required ImmutableArray<TrialRecord> Trials { get; init; }

    /// <summary>
    /// Whether its slices were measured by an earlier build: they ended with their slowest answer, so the rate of a program with a tail is
    /// too low in them, and estimates of both kinds must not be mixed.
    /// </summary>
    [JsonIgnore]
    public bool HasEarlierSlices => Trials.Any(trial => trial.Duet is { Slices: [{ Counted: null }, ..] });

    /// <summary><see cref="Notes"/>, and what a reader should know who opens the document with a later build.</summary>
    [JsonIgnore]
    public IEnumerable<string> ShownNotes => HasEarlierSlices ? Notes.Append(OfEarlierSlices) : Notes;

    private const string OfEarlierSlices = "Measured by an earlier build, whose slices ended with their slowest answer: the rate of a program whose response times scatter is too low in them. Measure it again before relying on a ratio of rates.";

    /// <summary>Each variant of each cell with its own figures.</summary>
    public required ImmutableArray<VariantResult> Variants { get; init; }

    /// <summary>Each compared pair with its estimate per metric and its verdict.</summary>
    public required ImmutableArray<PairResult> Pairs { get; init; }

    /// <summary>
    /// Titles and units of the figures that trials have in addition to the known metrics: figures of metrics that a k6 script made,
    /// and checks.
    /// </summary>
    public ImmutableArray<ScriptFigure> ScriptMetrics { get; init; } = [];

    /// <summary>Differences between the answers of the variants of a cell; empty when all did the same work.</summary>
    public ImmutableArray<AnswerDifference> AnswerDifferences { get; init; } = [];

    /// <summary>Variants that could not be measured, such as a framework that does not restore.</summary>
    public ImmutableArray<SkippedVariant> Skipped { get; init; } = [];

    /// <summary>Notes on how the experiment was measured, one sentence each; none of them speaks against the verdicts.</summary>
    public ImmutableArray<string> Notes { get; init; } = [];

    /// <summary>The result of a search over loads; null without a search.</summary>
    public SweepResult? Sweep { get; init; }

    /// <summary>What an earlier experiment said that this one, with everything built again, had to confirm; null where there was none.</summary>
    public EarlierVerdicts? Confirms { get; init; }

    /// <summary>Which methods cost the differences; empty unless it was asked for.</summary>
    public ImmutableArray<ProfileRecord> Profiles { get; init; } = [];
}

/// <summary>A variant that was left out, and why; the others were measured.</summary>
/// <param name="Name">Name of the variant.</param>
/// <param name="Reason">Why the variant could not be measured.</param>
public sealed record SkippedVariant(string Name, string Reason);

/// <summary>The experiment's plan in words and figures.</summary>
public sealed record ExperimentRecord
{
    /// <summary>The experiment's name.</summary>
    public required string Name { get; init; }

    /// <summary>The file of the experiment; without a file, the command line in words.</summary>
    public required string Source { get; init; }

    /// <summary>The whole text of the file, secrets masked; empty when there was no file.</summary>
    public string Text { get; init; } = "";

    /// <summary>Number of rounds planned.</summary>
    public required int Rounds { get; init; }

    /// <summary>Seed of the round orders and of every load.</summary>
    public required long Seed { get; init; }

    /// <summary>The name of the baseline.</summary>
    public required string Baseline { get; init; }

    /// <summary>The name of the yardstick, a pinned release that is measured beside baseline and variant; null without one.</summary>
    public string? Yardstick { get; init; }

    /// <summary>The metric on which the verdicts are based.</summary>
    public required string Headline { get; init; }

    /// <summary>Practical thresholds per metric, relative (0.02 is 2 %).</summary>
    public required ImmutableSortedDictionary<string, double> Thresholds { get; init; }

    /// <summary>Whether the baseline ran a second time as a control.</summary>
    public required bool Control { get; init; }

    /// <summary>Whether the control was built again from the baseline's sources.</summary>
    public bool Rebuilt { get; init; }

    /// <summary>
    /// The confidence level of the verdicts on one pair, all its judged metrics together; null in documents of earlier builds, and for
    /// results that were not judged.
    /// </summary>
    public double? Level { get; init; }
}

/// <summary>One launch of one variant and one load on it.</summary>
public sealed record TrialRecord
{
    /// <summary>Number of the round, from 1, without gaps; a round with a void or failed trial is repeated under the same number.</summary>
    public required int Round { get; init; }

    /// <summary>Number of the attempt at the round, from 1.</summary>
    public int Attempt { get; init; } = 1;

    /// <summary>The variant.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>
    /// The group of its cell's variants that the trial was up with in this round, from 1, where memory was too short for all variants at once;
    /// otherwise null. Variants are compared within a group, so the baseline has a trial in several groups of a round.
    /// </summary>
    public int? Group { get; init; }

    /// <summary>How the trial went.</summary>
    public required TrialOutcome Outcome { get; init; }

    /// <summary>The reason for an outcome other than used, in one sentence; otherwise null.</summary>
    public string? Reason { get; init; }

    /// <summary>Whether the trial's headline figure lies apart from the variant's other trials. The trial counts nevertheless.</summary>
    public bool IsOutlier { get; init; }

    /// <summary>
    /// The trial's figures by the name of the metric, in each metric's unit; empty for a failed trial. Figures of scripts and checks
    /// have the names of <see cref="Comparison.ScriptMetrics"/>.
    /// </summary>
    public required ImmutableSortedDictionary<string, double> Metrics { get; init; }

    /// <summary>Path of the run's document, relative to the comparison; null when the document was not kept.</summary>
    public string? Run { get; init; }

    /// <summary>Whether the warm-up reached a steady level.</summary>
    public bool WarmUpReachedLevel { get; init; }

    /// <summary>Length of the warm-up, in seconds.</summary>
    public double WarmUpSeconds { get; init; }

    /// <summary>The slices of the trial, where the variants of a round were up at the same time; null for a trial that had the machine to itself.</summary>
    public DuetRecord? Duet { get; init; }

    /// <summary>The trial over time; null when it was not kept, or is too long for this document.</summary>
    public TrialSeries? Series { get; init; }
}

/// <summary>How a trial went.</summary>
public enum TrialOutcome
{
    /// <summary>The trial counts.</summary>
    Used,

    /// <summary>The trial's health was void; its round was repeated.</summary>
    Void,

    /// <summary>The subject or the load failed; the round was repeated.</summary>
    Failed,

    /// <summary>The trial was good, but its round was not: another trial spoiled the round, or the user stopped before the round's end.</summary>
    RoundRepeated,
}

/// <summary>One variant of one cell.</summary>
public sealed record VariantResult
{
    /// <summary>Name of the variant.</summary>
    public required string Name { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>Number of trials that count.</summary>
    public required int Trials { get; init; }

    /// <summary>Number of trials that do not count.</summary>
    public required int Discarded { get; init; }

    /// <summary>Median over the trials and their spread, per metric.</summary>
    public required ImmutableSortedDictionary<string, MetricSpread> Metrics { get; init; }

    /// <summary>Response times of all trials merged (never averaged).</summary>
    public LatencyResult? Latency { get; init; }

    /// <summary>The git revision that the variant was built from; null when it was not checked out for the experiment.</summary>
    public RevisionRecord? Revision { get; init; }

    /// <summary>The settings that the program reported at its first launch; null for a URL.</summary>
    public EffectiveSettings? Effective { get; init; }

    /// <summary>The variant's first start in this experiment, which is not one of its trials; null for a URL.</summary>
    public ColdStart? Cold { get; init; }

    /// <summary>The work that the experiment's services did for the variant; empty without services.</summary>
    public ImmutableArray<ServiceUse> Services { get; init; } = [];

    /// <summary>Explanations of the variant's figures: the rules that held in at least half of its trials.</summary>
    public ImmutableArray<ExplanationRecord> Explanations { get; init; } = [];
}

/// <summary>The git revision of a variant.</summary>
/// <param name="Commit">The full commit id.</param>
/// <param name="Ahead">Number of commits that the revision has and the baseline's revision has not; null for the baseline itself.</param>
/// <param name="Behind">Number of commits that the baseline's revision has and this one has not; null for the baseline itself.</param>
public sealed record RevisionRecord(string Commit, int? Ahead, int? Behind);

/// <summary>The work that a service did for a variant: medians over the variant's trials.</summary>
/// <param name="Name">Name of the service.</param>
/// <param name="Kind"><c>postgres</c>, <c>redis</c> or <c>command</c>.</param>
/// <param name="CpuCores">Number of CPUs that the service used; null when its processes could not be read.</param>
/// <param name="CpuMicrosPerRequest">CPU time per request of the load, in microseconds.</param>
/// <param name="WorkingSetBytes">Mean memory, in bytes.</param>
/// <param name="CommandsPerRequest">Commands (Redis) or transactions (PostgreSQL) per request; null where the service does not count them.</param>
public sealed record ServiceUse(string Name, string Kind, double? CpuCores, double? CpuMicrosPerRequest, double? WorkingSetBytes, double? CommandsPerRequest);

/// <summary>The first start of a variant, when the operating system may not have read its files yet.</summary>
/// <param name="TimeToReadySeconds">Seconds from the launch to the first good answer.</param>
/// <param name="FirstRequestSeconds">Duration of the first request of the load, in seconds; null when none was sent.</param>
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

    /// <summary>The variant that is compared with the baseline.</summary>
    public required string Variant { get; init; }

    /// <summary>The matrix cell; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>Whether this is the A/A control.</summary>
    public bool IsControl { get; init; }

    /// <summary>Whether the baseline of the pair is the yardstick, a pinned release: the pair has a ratio for the history, and no gate heeds it.</summary>
    public bool IsYardstick { get; init; }

    /// <summary>Whether the pair is what the experiment was made for: neither the control nor the yardstick.</summary>
    [JsonIgnore]
    public bool IsAsked => !IsControl && !IsYardstick;

    /// <summary>
    /// The verdict on the headline metric: <c>faster</c>, <c>slower</c>, <c>slightlyFaster</c>, <c>slightlySlower</c>, <c>same</c>,
    /// <c>unclear</c>, <c>void</c>, <c>notJudged</c>.
    /// </summary>
    public required string Verdict { get; init; }

    /// <summary>Whether more rounds would hardly change the verdict: a slight difference is settled when it cannot be a large one.</summary>
    [JsonIgnore]
    public bool IsSettled { get; init; }

    /// <summary>The verdict in one sentence, with its figures.</summary>
    public required string Sentence { get; init; }

    /// <summary>
    /// A sentence that says that the variant fails more often than the baseline; such a variant is not called faster or the same.
    /// Null otherwise.
    /// </summary>
    public string? Failures { get; init; }

    /// <summary>Estimated number of further rounds that would decide; null when decided, or when no number of rounds would decide.</summary>
    public int? FurtherRounds { get; init; }

    /// <summary>The time of these further rounds in minutes; null where the length of a round is not known.</summary>
    public double? MinutesToDecide { get; init; }

    /// <summary>The smallest true change that nine of ten such experiments would have called a difference, relative (0.028 is 2.8 %).</summary>
    public double? SmallestVisible { get; init; }

    /// <summary>Minutes that the whole experiment would have to take to see a change of 1 %; null where the length of a round is not known.</summary>
    public double? MinutesForOnePercent { get; init; }

    /// <summary>In a sentence, what would settle an open question or which change could have been seen; null when there is nothing to say.</summary>
    public string? Outlook { get; init; }

    /// <summary>Verdicts on further metrics, corrected together with the verdict on the headline; empty when only the headline is judged.</summary>
    public ImmutableArray<MetricVerdict> Judged { get; init; } = [];

    /// <summary>The comparison of each metric; the headline comes first.</summary>
    public required ImmutableArray<MetricComparison> Metrics { get; init; }
}

/// <summary>The verdict on one judged metric of a pair.</summary>
public sealed record MetricVerdict
{
    /// <summary>The metric.</summary>
    public required string Metric { get; init; }

    /// <summary>As <see cref="PairResult.Verdict"/>. For a metric that is not a time, faster means less and slower means more.</summary>
    public required string Verdict { get; init; }

    /// <summary>The verdict in one sentence, with its figures.</summary>
    public required string Sentence { get; init; }

    /// <summary>The confidence level of the judgement, corrected for the number of judged metrics.</summary>
    public required double Level { get; init; }

    /// <summary>As <see cref="PairResult.IsSettled"/>.</summary>
    [JsonIgnore]
    public bool IsSettled { get; init; }

    /// <summary>Whether the metric counts work rather than time, so that it has little noise on any machine.</summary>
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

    /// <summary>Number of rounds that gave a pair of figures.</summary>
    public required int Rounds { get; init; }

    /// <summary>Variant ÷ baseline, estimated by Hodges–Lehmann; null where a figure was zero or unreliable.</summary>
    public double? Ratio { get; init; }

    /// <summary>Lower end of the ratio's interval.</summary>
    public double? Low { get; init; }

    /// <summary>Upper end of the ratio's interval.</summary>
    public double? High { get; init; }

    /// <summary>The confidence level that was asked for.</summary>
    public double? Level { get; init; }

    /// <summary>The method of the interval: <c>signedRank</c> or <c>studentT</c>; null without an interval.</summary>
    public string? Method { get; init; }

    /// <summary>Median difference variant − baseline, for metrics that can be zero and for shares; otherwise null.</summary>
    public double? Difference { get; init; }
}

/// <summary>A difference between answers that should have been the same.</summary>
/// <param name="Cell">The matrix cell; empty without a matrix.</param>
/// <param name="Step">Name of the step.</param>
/// <param name="Variant">The variant that differs from the baseline.</param>
/// <param name="What">Status, header or body, and how they differ.</param>
public sealed record AnswerDifference(string Cell, string Step, string Variant, string What);
