namespace Dyno.Experiments;

/// <summary>A validated, immutable experiment: what is compared, under which load, how often, and what decides.</summary>
public sealed record ExperimentPlan
{
    public required string Name { get; init; }

    /// <summary>The file it was read from, or the command line in words.</summary>
    public required string Source { get; init; }

    /// <summary>The whole file; empty when there was none. Not yet masked.</summary>
    public string Text { get; init; } = "";

    /// <summary>Absolute folder that relative paths of the file start from.</summary>
    public required string BaseDirectory { get; init; }

    /// <summary>Variants of every cell, already crossed with the matrix; the baseline of a cell comes first.</summary>
    public required ImmutableArray<VariantPlan> Variants { get; init; }

    /// <summary>Number of rounds; each round has one trial of every variant.</summary>
    public required int Rounds { get; init; }

    /// <summary>How long each trial measures; null: as long as the load file says.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>When the warm-up ends.</summary>
    public required WarmUpRule WarmUp { get; init; }

    /// <summary>What is compared and what decides.</summary>
    public required ComparePlan Compare { get; init; }

    /// <summary>Whether the baseline runs a second time as a control. Default true.</summary>
    public bool Control { get; init; } = true;

    /// <summary>
    /// Whether the control is built again from the sources of the baseline, so that it shows what another build of one program changes.
    /// Default false: it is the same build.
    /// </summary>
    public bool Rebuilds { get; init; }

    /// <summary>Seed of the round orders and of every load.</summary>
    public required long Seed { get; init; }

    /// <summary>Services that run beside the variants for the whole experiment.</summary>
    public ImmutableArray<ServiceOptions> Services { get; init; } = [];

    /// <summary>How much Dyno asks the servers' runtimes. Default full.</summary>
    public ObserveLevel Observe { get; init; } = ObserveLevel.Full;

    /// <summary>Limits of the rules of health that differ from the defaults, <c>name=limit</c> each.</summary>
    public ImmutableArray<string> HealthLimits { get; init; } = [];

    /// <summary>
    /// Whether trials run one after the other, each with the machine for itself, in place of duet trials. Default false; variants that
    /// cannot run at the same time are measured in this way in any case.
    /// </summary>
    public bool IsSequential { get; init; }

    /// <summary>Whether this is the short form of an experiment: only its first cell, few launches, a short warm-up.</summary>
    public bool IsQuick { get; init; }

    /// <summary>Whether a load may name files outside of its repository.</summary>
    public bool AllowsOutsideFiles { get; init; }

    /// <summary>Length of a slice of duet trials; null: the usual one.</summary>
    public TimeSpan? Slice { get; init; }

    /// <summary>The machines that make the load or run the subjects; null: this one does both.</summary>
    public FleetPlan? Fleet { get; init; }

    /// <summary>A search over rates in place of rounds; null: rounds.</summary>
    public SweepPlan? Sweep { get; init; }
}

/// <summary>One variant in one cell of the matrix.</summary>
public sealed record VariantPlan
{
    /// <summary>The variant's name; <c>control</c> is reserved.</summary>
    public required string Name { get; init; }

    /// <summary>The cell, e.g. <c>path=/hello</c>; empty without a matrix.</summary>
    public string Cell { get; init; } = "";

    /// <summary>The program to start, or the address of a running one.</summary>
    public required SubjectPlan Subject { get; init; }

    /// <summary>The load file or URL, absolute.</summary>
    public required string Load { get; init; }

    /// <summary>The git revision of the load file and of the files it names; null: the working copy.</summary>
    public string? LoadRevision { get; init; }

    /// <summary>Settings of the load in addition to its file or URL.</summary>
    public LoadShapePlan Shape { get; init; } = new();

    /// <summary>Keeps only the requests of the load with this path; null keeps all.</summary>
    public string? Path { get; init; }

    /// <summary>When the warm-up of the variant ends; null: as the experiment says.</summary>
    public WarmUpRule? WarmUp { get; init; }
}

/// <summary>What is under test: exactly one of project, command and URL is set.</summary>
public sealed record SubjectPlan
{
    /// <summary>The agent of the fleet on whose machine the subject runs; null: this machine.</summary>
    public string? On { get; init; }

    /// <summary>Absolute path of a project file or its folder.</summary>
    public string? Project { get; init; }

    /// <summary>A program and its arguments; <c>{port}</c> and <c>{url}</c> stand for the address to listen on.</summary>
    public ImmutableArray<string> Command { get; init; } = [];

    /// <summary>The git revision of a project; null: the working copy.</summary>
    public string? Git { get; init; }

    /// <summary>The address of a server that was started outside of the experiment.</summary>
    public Uri? Url { get; init; }

    /// <summary>Target framework of a project; null: the highest.</summary>
    public string? Framework { get; init; }

    /// <summary>The version of .NET that the program runs on; null: the installed one, or the one of its publish.</summary>
    public RuntimeVersion? Runtime { get; init; }

    public ImmutableSortedDictionary<string, string> Environment { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    /// <summary>MSBuild properties of the publish.</summary>
    public ImmutableSortedDictionary<string, string> Properties { get; init; } = ImmutableSortedDictionary<string, string>.Empty;

    public ImmutableArray<string> Arguments { get; init; } = [];

    /// <summary>Path that is polled until it answers below 400; null: <c>/</c>, and any answer below 500 will do.</summary>
    public string? ReadyPath { get; init; }

    /// <summary>The port that the program itself chooses; null: Dyno gives it a free one.</summary>
    public int? Port { get; init; }

    /// <summary>The working directory; null: for a project a copy of its publish, for a command the folder of the experiment file.</summary>
    public string? Directory { get; init; }

    /// <summary>The CPUs of the subject; null: half of the machine's CPUs.</summary>
    public CpuSet? Cpus { get; init; }

    /// <summary>Limit of the .NET heap in bytes; null: none.</summary>
    public long? MemoryLimitBytes { get; init; }

    /// <summary>Whether it serves https, with a certificate made for each launch.</summary>
    public bool UsesHttps { get; init; }

    /// <summary>Whether the system forgets the program's files before each launch, as if the program had never been started.</summary>
    public bool StartsCold { get; init; }

    /// <summary>Whether the folders in which a project was launched stay.</summary>
    public bool KeepsFiles { get; init; }

    /// <summary>How many processes of it run side by side. Default 1.</summary>
    public int Instances { get; init; } = 1;
}

/// <summary>
/// Warm-up by level detection: load runs until the means of the two halves of the last <see cref="Window"/> differ by at
/// most <see cref="Tolerance"/>, at least <see cref="Minimum"/>, at most <see cref="Maximum"/>. In slices these are times of the variant's
/// own slices.
/// </summary>
public sealed record WarmUpRule
{
    /// <summary>Default 2 s.</summary>
    public TimeSpan Minimum { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>Default 20 s; zero: no warm-up at all.</summary>
    public TimeSpan Maximum { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>Default 6 s.</summary>
    public TimeSpan Window { get; init; } = TimeSpan.FromSeconds(6);

    /// <summary>Relative difference of the means. Default 0.03.</summary>
    public double Tolerance { get; init; } = 0.03;
}

/// <summary>What is compared, and what decides.</summary>
public sealed record ComparePlan
{
    /// <summary>Name of the baseline variant.</summary>
    public required string Baseline { get; init; }

    /// <summary>
    /// The metric on which the verdicts are based: <c>rate</c> in a closed model, <c>p99</c> in an open one, unless the file names another
    /// one.
    /// </summary>
    public required string Headline { get; init; }

    /// <summary>Whether the file names the headline; otherwise the model of the load has decided it.</summary>
    public bool IsHeadlineNamed { get; init; }

    /// <summary>Further metrics, shown without a verdict.</summary>
    public ImmutableArray<string> Metrics { get; init; } = [];

    /// <summary>Metrics that get a verdict beside the headline, all of them corrected together.</summary>
    public ImmutableArray<string> Judge { get; init; } = [];

    /// <summary>
    /// Metrics that are judged beside the headline although no one named them, where every trial has them: the server's CPU time per request,
    /// which is quieter than the rate, and in an open model p50. Empty where the file says what is judged.
    /// </summary>
    public ImmutableArray<string> JudgeByDefault { get; init; } = [];

    /// <summary>Practical thresholds that differ from the defaults, relative.</summary>
    public ImmutableSortedDictionary<string, double> Thresholds { get; init; } = ImmutableSortedDictionary<string, double>.Empty;

    /// <summary>
    /// A variant that never changes, such as a pinned release: every other variant but the baseline is compared with it, so that a history of
    /// comparisons has a fixed point. These pairs do not count where several verdicts are corrected together. Null without one.
    /// </summary>
    public string? Yardstick { get; init; }

    /// <summary>Further pairs to compare, beside every variant against the baseline.</summary>
    public ImmutableArray<(string Baseline, string Variant)> Pairs { get; init; } = [];
}
