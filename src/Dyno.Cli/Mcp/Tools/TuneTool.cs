namespace Dyno.Cli;

/// <summary><c>tune</c>: the highest load that meets a goal, or the best value of a setting.</summary>
internal sealed class TuneTool() : DynoTool("tune", "Find the highest load that meets a goal")
{
    private static readonly TimeSpan ForBuilds = TimeSpan.FromMinutes(5);

    // From the usual length of a search to a first look.
    private static readonly ImmutableArray<SearchLength> Lengths =
    [
        new(TimeSpan.FromSeconds(10), "20s", 3),
        new(TimeSpan.FromSeconds(10), "10s", 3),
        new(TimeSpan.FromSeconds(5), "5s", 3),
        new(TimeSpan.FromSeconds(5), "5s", 1),
        new(TimeSpan.FromSeconds(3), "3s", 1),
        new(TimeSpan.FromSeconds(1), "1s", 1),
    ];

    public override string Description =>
        "Searches the highest load at which a goal holds, such as the rate up to which p99 stays below 20 ms, or the best of some values of a setting, and confirms it on fresh launches. "
        + "Use it for capacity questions; for one load call run, for two variants call compare. "
        + "A search takes many launches: what you leave out of duration, warmup, trials and over is chosen so that the search fits the time allowed here; a narrow range leaves more time for each launch.";

    public override ImmutableArray<ToolParameter> Parameters { get; } =
    [
        new("target", ToolValue.Text, "A URL; with subject a path such as /orders; a file of requests; or an experiment file (.yaml) with a sweep") { IsRequired = true },
        new("subject", ToolValue.Text, "A project to build and to start for each launch", "--subject"),
        new("goal", ToolValue.Text, "What must hold: p99 < 20ms, errors < 0.1%", "--goal"),
        new("over", ToolValue.Text, "What is varied: rate=100..2000, connections=1..500, or env.NAME=10,25,50, a variable of the subject (default: rate, up to the highest that is allowed)", "--over"),
        new("connections", ToolValue.Number, "Connections, when they are not varied", "--connections"),
        new("rate", ToolValue.Text, "Offered rate, when it is not varied", "--rate"),
        new("duration", ToolValue.Text, "How long each launch is measured (default: 10s, or less so that the search fits)", "--duration"),
        new("warmup", ToolValue.Text, "Longest warm-up of each launch (default: 20s, or less so that the search fits)", "--warmup"),
        new("trials", ToolValue.Number, "Launches at each value (default: 3, or fewer so that the search fits)", "--trials"),
        new("headers", ToolValue.Texts, "Headers of every request", "--header"),
        new("body", ToolValue.Text, "Body, for a URL", "--body"),
    ];

    public override Task<ToolAnswer> CallAsync(ToolArguments arguments, ToolCall call)
    {
        var target = arguments.Text("target")!;
        var places = new PlaceGuard(call.Caps);
        var isFile = !target.Contains("://", StringComparison.Ordinal)
            && (arguments.Has("subject") && target.StartsWith('/') ? File.Exists(target) : Path.Exists(target));
        string?[] outside =
            [PlaceGuard.Option(target), isFile ? places.Refusal(target) : null, arguments.Text("subject") is { } subject ? places.OfSubject(subject) : null];
        if (outside.OfType<string>().ToImmutableArray() is { Length: > 0 } refused) throw new CapException(refused);
        var asked = Fitting(arguments, target, call.Caps);
        return call.MeasureAsync(["tune", target, .. arguments.Options, .. asked], call.Caps.LongestExperiment + ForBuilds, DocumentAnswer.OfComparison);
    }

    /// <summary>The options that the call left out, so that the search fits the caps: as long as usual, or else the longest that fits.</summary>
    /// <exception cref="CapException">Even the shortest search is more than allowed.</exception>
    public static ImmutableArray<string> Fitting(ToolArguments arguments, string target, AgentCaps caps)
    {
        var guard = new ExperimentGuard(caps);
        var isFile = IsExperiment(target);
        ImmutableArray<string> reasons = [];
        foreach (var length in isFile ? [new SearchLength(null, null, null)] : Lengths)
        {
            var whole = length.Within(arguments, caps);
            reasons = [.. guard.Refusals(PlanOf(arguments, target, whole), null)];
            if (reasons.IsEmpty) return isFile ? [] : whole.OptionsBeside(arguments);
        }
        throw new CapException([.. reasons]);
    }

    private static bool IsExperiment(string target) => Path.GetExtension(target).ToLowerInvariant() is ".yaml" or ".yml";

    private static ExperimentPlan PlanOf(ToolArguments arguments, string target, SearchLength length)
    {
        var overrides = new ExperimentOverrides { Duration = length.Duration };
        if (IsExperiment(target)) return ExperimentReader.Read(target, overrides);
        var inline = new InlineTuning
        {
            Target = target,
            Subject = arguments.Text("subject"),
            Goal = arguments.Text("goal"),
            Connections = arguments.Number("connections"),
            Rate = arguments.Text("rate"),
            Body = arguments.Text("body"),
            Headers = arguments.Texts("headers"),
            WarmUp = length.WarmUp,
            Trials = length.Trials,
            Over = length.Over!,
        };
        return ExperimentReader.ReadText(inline.ToText(), "arguments", Environment.CurrentDirectory, overrides);
    }

    /// <summary>What makes a search long; null: what the file says.</summary>
    private sealed record SearchLength(TimeSpan? Duration, string? WarmUp, int? Trials)
    {
        private const double UsualLowest = 10;
        private const double UsualHighest = 50_000;

        /// <summary>What is varied.</summary>
        public string? Over { get; private init; }

        public SearchLength Within(ToolArguments arguments, AgentCaps caps) => new(
            arguments.Time("duration") ?? Duration, arguments.Text("warmup") ?? WarmUp, arguments.Number("trials") ?? Trials)
        {
            Over = arguments.Text("over") ?? string.Create(CultureInfo.InvariantCulture, $"rate={Math.Min(UsualLowest, caps.HighestRate / 2)}..{Math.Min(UsualHighest, caps.HighestRate)}"),
        };

        public ImmutableArray<string> OptionsBeside(ToolArguments arguments) =>
        [
            .. arguments.Has("over") ? (string[])[] : [$"--over={Over}"],
            .. arguments.Has("duration") ? (string[])[] : [$"--duration={DurationText.Format(Duration!.Value)}"],
            .. arguments.Has("warmup") ? (string[])[] : [$"--warmup={WarmUp}"],
            .. arguments.Has("trials") ? (string[])[] : [string.Create(CultureInfo.InvariantCulture, $"--trials={Trials}")],
        ];
    }
}
