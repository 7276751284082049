namespace Dyno.Experiments;

/// <summary>What the experiments of a search have in common: the project, the load, the metric.</summary>
public sealed record BisectExperiment
{
    private static readonly TimeSpan UsualMeasurement = TimeSpan.FromSeconds(3);

    /// <summary>The project, as the user named it.</summary>
    public required string Project { get; init; }

    /// <summary>A load file, or a path such as <c>/hello</c>.</summary>
    public required string Load { get; init; }

    /// <summary>The git revision of the load file, for all commits; null: the working copy.</summary>
    internal string? LoadRevision { get; init; }

    /// <summary>The metric that decides; null: the rate, or p99 where the load has its own rate.</summary>
    public string? Metric { get; init; }

    /// <summary>The longest time of one comparison, builds not counted.</summary>
    public TimeSpan Longest { get; init; } = TimeSpan.FromMinutes(4);

    /// <summary>How long each launch is measured; null: what suits a comparison.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>Limits of the rules of health that differ from the defaults, <c>name=limit</c> each.</summary>
    public ImmutableArray<string> HealthLimits { get; init; } = [];

    /// <summary>Whether the load may use files outside of its repository.</summary>
    public bool AllowsOutsideFiles { get; init; }

    /// <summary>All that must be the same for two experiments of one search, in words.</summary>
    internal string Words => string.Join('\n', Path.GetFullPath(Project), Load, LoadRevision, Metric, Duration, string.Join(',', HealthLimits));

    /// <summary>The experiment of two commits.</summary>
    /// <param name="from">Full id of the earlier commit, the baseline.</param>
    /// <param name="to">Full id of the later commit.</param>
    /// <param name="forVerdict">Whether it is for a verdict, with a control beside it; otherwise it runs until it is asked to end.</param>
    /// <exception cref="UserFault">The load or the metric is wrong.</exception>
    internal ExperimentPlan Plan(string from, string to, bool forVerdict)
    {
        if (Metric is { } metric && FigureTable.Find(metric) is null or { Source: FigureSource.Profile } && !FigureTable.IsQuantile(metric))
            throw new UserFault([new Problem("--metric", null, null, $"there is no metric '{metric}'",
                NearestWord.Find(metric, FigureTable.All.Keys) is { } near ? $"did you mean {near}?" : "write rate, p99, server.cpuPerRequest or server.allocatedPerRequest")]);
        var text = new StringBuilder();
        Line($"subject: {{ project: {Quoted(Project)} }}");
        Line($"name: {Quoted($"{to[..8]} against {from[..8]}: {Results.Redaction.Text(Load)}")}");
        Line($"variants: {{ c{from[..10]}: {{ git: '{from}' }}, c{to[..10]}: {{ git: '{to}' }} }}");
        Line($"load: {{ {(InlineExperiment.IsFile(Load) ? "file" : "url")}: {Quoted(Load)}{(LoadRevision is null ? "" : $", git: '{LoadRevision}'")} }}");
        Line($"compare: {{ baseline: c{from[..10]}{(Metric is null ? "" : $", headline: {Metric}")} }}");
        if (!forVerdict) Line("control: false");
        return InlineExperiment.Brief(ExperimentReader.ReadText(text.ToString(), "command line", Environment.CurrentDirectory, new ExperimentOverrides
        {
            Rounds = forVerdict ? null : BisectPlan.MostRounds,
            Duration = Duration ?? (forVerdict ? null : UsualMeasurement),
            HealthLimits = HealthLimits,
            AllowsOutsideFiles = AllowsOutsideFiles,
        }));

        void Line(string line) => text.Append(CultureInfo.InvariantCulture, $"{line}\n");
    }

    private static string Quoted(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";
}
