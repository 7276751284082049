namespace Dyno.Cli;

/// <summary><c>compare</c> and <c>why</c>: two or more variants measured in turn, with a verdict; <c>why</c> names the methods that cost it.</summary>
internal sealed class CompareTool(string name, string title, bool explains) : DynoTool(name, title)
{
    private const int Afterwards = 2; // an experiment is repeated once to confirm, or profiled afterwards
    private static readonly TimeSpan ForBuilds = TimeSpan.FromMinutes(5);

    public static CompareTool Compare { get; } = new("compare", "Compare variants of an API", explains: false);

    public static CompareTool Why { get; } = new("why", "Find the methods that made a variant slower", explains: true);

    public override string Description => explains
        ? "Does what compare does, and then profiles further launches and names the methods that cost the difference. "
            + "Use it when compare said slower or faster and the cause is not plain. It takes the same arguments and some minutes more; it needs projects or git revisions, not URLs."
        : "Answers whether a change made an API faster or slower: measures variants in turn under one load, and judges with an interval. "
            + "Use it before and after a change, for two git revisions, two projects, two URLs, two versions of .NET, or an experiment file; never two calls of run. "
            + "Give one of: git with load; targets with load; runtimes with load; experiment. "
            + "Verdicts are faster, slower, slightly faster, slightly slower, same and unclear. "
            + "Unclear, void and not judged mean that no difference may be concluded in either direction: say so, and say what the answer says would decide it. "
            + "Two stored results given as targets are put side by side without a verdict.";

    public override ImmutableArray<ToolParameter> Parameters { get; } =
    [
        new("git", ToolValue.Text, "Two revisions of one project, the baseline first: main..my-branch or HEAD~1..HEAD; only commits count, not the working copy", "--git"),
        new("project", ToolValue.Text, "The project of the revisions or runtimes, its folder or .csproj (default: this folder)", "--project"),
        new("targets", ToolValue.Texts, "Two projects, two URLs, or two stored results (ID or .json); the first is the baseline"),
        new("runtimes", ToolValue.Text, "Two versions of .NET for one project: 10.0,11.0", "--runtimes"),
        new("experiment", ToolValue.Text, "An experiment file (.yaml)"),
        new("load", ToolValue.Text, "A path such as /orders, or a file of requests such as Api.http", "--load"),
        new("for", ToolValue.Text, "Rounds until the answer is clear, for at most this time, such as 5m (default: 3m without a file)", "--for"),
        new("rounds", ToolValue.Number, "This many rounds instead; verdicts need at least 5", "--rounds"),
        new("duration", ToolValue.Text, "How long each launch is measured", "--duration"),
        new("decide", ToolValue.Text, "Rounds until it is clear whether a variant differs by this much, such as 1%", "--decide"),
        new("quick", ToolValue.Flag, "A first look with few launches: only large differences are seen", "--quick"),
    ];

    public override Task<ToolAnswer> CallAsync(ToolArguments arguments, ToolCall call)
    {
        if (PlacesOf(arguments, call.Caps) is { Length: > 0 } outside) throw new CapException(outside);
        if (!explains && AreStored(arguments)) return call.MeasureAsync(["compare", .. arguments.Texts("targets")], TimeSpan.FromMinutes(1), DocumentAnswer.OfComparison);
        var most = TimeOf(arguments, call.Caps);
        if (new ExperimentGuard(call.Caps).Refusals(PlanOf(arguments), most).ToImmutableArray() is { Length: > 0 } reasons) throw new CapException(reasons);
        return call.MeasureAsync(WordsOf(arguments, most), Afterwards * call.Caps.LongestExperiment + ForBuilds, DocumentAnswer.OfComparison);
    }

    /// <summary>The command line of a call.</summary>
    /// <param name="most">The time after which the experiment ends; null where its rounds say it.</param>
    public ImmutableArray<string> WordsOf(ToolArguments arguments, TimeSpan? most)
    {
        IEnumerable<string> words = ["compare", .. arguments.Texts("targets"), .. arguments.Text("experiment") is { } file ? [file] : ImmutableArray<string>.Empty, .. arguments.Options];
        if (explains) words = words.Append("--why");
        if (most is { } time && !arguments.Has("for")) words = words.Append($"{(arguments.Has("decide") ? "--max-time" : "--for")}={DurationText.Format(time)}");
        return [.. words];
    }

    private static bool AreStored(ToolArguments arguments) => arguments.Texts("targets") is { Length: > 1 } targets
        && StoredResults.AreMeant(targets, Environment.CurrentDirectory);

    // Without a file the rounds end with the time; a search for a small difference would otherwise have no end.
    private static TimeSpan? TimeOf(ToolArguments arguments, AgentCaps caps)
    {
        if (arguments.Time("for") is { } asked) return asked;
        var hasRounds = arguments.Has("rounds") || arguments.Has("quick") || arguments.Has("duration");
        if (arguments.Has("decide")) return caps.LongestExperiment;
        if (arguments.Has("experiment") || hasRounds) return null;
        return InlineExperiment.UsualTime < caps.LongestExperiment ? InlineExperiment.UsualTime : caps.LongestExperiment;
    }

    private static ImmutableArray<string> PlacesOf(ToolArguments arguments, AgentCaps caps)
    {
        var places = new PlaceGuard(caps);
        var revisions = arguments.Text("git") is { } git ? git.Split("..").Select(PlaceGuard.Option) : [];
        var files = arguments.Texts("targets").Where(target => !target.Contains("://", StringComparison.Ordinal))
            .Concat(new[] { arguments.Text("experiment"), arguments.Text("project") }.OfType<string>()).Select(places.Refusal);
        return [.. revisions.Concat(files).OfType<string>()];
    }

    private static ExperimentPlan PlanOf(ToolArguments arguments)
    {
        var overrides = new ExperimentOverrides
        {
            Rounds = arguments.Number("rounds"),
            Duration = arguments.Time("duration"),
            IsQuick = arguments.Has("quick"),
        };
        if (arguments.Text("experiment") is { } file) return ExperimentReader.Read(file, overrides);
        var inline = new InlineExperiment
        {
            Targets = arguments.Texts("targets"),
            Git = arguments.Text("git"),
            Runtimes = [.. (arguments.Text("runtimes") ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)],
            Project = arguments.Text("project"),
            Load = arguments.Text("load"),
        };
        return ExperimentReader.ReadText(inline.ToText(), "arguments", Environment.CurrentDirectory, overrides);
    }
}
