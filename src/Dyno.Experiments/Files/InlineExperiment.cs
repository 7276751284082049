namespace Dyno.Experiments;

/// <summary>
/// An experiment without a file: two projects, folders, URLs or git references under one load. The experiment is written as the
/// text of an experiment file and read like one, so that the result holds all that is needed to run it again.
/// </summary>
public sealed record InlineExperiment
{
    /// <summary>How long a comparison takes that says nothing of rounds or time, builds not counted.</summary>
    public static readonly TimeSpan UsualTime = TimeSpan.FromMinutes(3);

    /// <summary>Stands in the name of a comparison without a file before its load.</summary>
    public const string LoadBegins = ": ";

    // So long that most servers are level, and so short that eight rounds of a pair and its control fit into the usual time.
    private static readonly TimeSpan LongestWarmUp = TimeSpan.FromSeconds(4);

    /// <summary>The plan of a comparison in the usual time: its warm-ups are short.</summary>
    public static ExperimentPlan Brief(ExperimentPlan plan) => plan with { WarmUp = plan.WarmUp with { Maximum = LongestWarmUp } };

    /// <summary>Projects, folders or URLs; the first is the baseline.</summary>
    public ImmutableArray<string> Targets { get; init; } = [];

    /// <summary>Two revisions of one project: <c>main..my-branch</c>; null without.</summary>
    public string? Git { get; init; }

    /// <summary>A third revision of the project, which never changes: a pinned release; null without.</summary>
    public string? Yardstick { get; init; }

    /// <summary>Versions of .NET on which one project is compared; the first is the baseline.</summary>
    public ImmutableArray<string> Runtimes { get; init; } = [];

    /// <summary>The project of the revisions or runtimes.</summary>
    public string? Project { get; init; }

    /// <summary>A load file, or a path such as <c>/hello</c>.</summary>
    public string? Load { get; init; }

    /// <summary>The git revision of the load file, for both sides; null: the working copy.</summary>
    public string? LoadRevision { get; init; }

    /// <summary>The two revisions of <see cref="Git"/>; null where it does not name two.</summary>
    public (string Baseline, string Later)? Revisions => Ends is [var baseline, var later] ? (baseline, later) : null;

    /// <summary>Whether <see cref="Load"/> is a file, not a path or an address.</summary>
    public bool IsLoadFile => Load is not null && IsFile(Load);

    /// <summary>Whether a load is a file, not a path of the subject or an address.</summary>
    public static bool IsFile(string load) => !load.Contains("://", StringComparison.Ordinal) && (!load.StartsWith('/') || File.Exists(load));

    private string[] Ends => Git?.Replace("...", "..", StringComparison.Ordinal).Split("..", StringSplitOptions.RemoveEmptyEntries) ?? [];

    /// <summary>The experiment as a file would say it.</summary>
    /// <exception cref="UserFault">What is missing.</exception>
    public string ToText()
    {
        var problems = new List<Problem>();
        var variants = Git is not null ? OfRevisions(problems) : Runtimes.IsEmpty ? OfTargets(problems) : OfRuntimes(problems);
        var hasTargets = Git is null && Runtimes.IsEmpty;
        if (hasTargets) foreach (var name in Targets.Where(IsNothingHere)) Add(name, "there is no such project, folder or URL", "for revisions of a project write --git A..B --project PATH");
        if (Yardstick is not null && Git is null) Add("--yardstick", "needs --git", "write --git HEAD~1..HEAD --yardstick v1.2.0; in an experiment file: compare: { yardstick: NAME }");
        if (Load is null) Add("--load", "the load is missing", "write --load /hello, or --load FILE");
        if (problems.Count > 0) throw new UserFault([.. problems]);
        var text = new StringBuilder();
        if (!hasTargets) text.Append(CultureInfo.InvariantCulture, $"subject: {{ project: {Quoted(Project ?? ".")} }}\n");
        text.Append(CultureInfo.InvariantCulture, $"name: {Quoted(NameOf(variants, Load!))}\n");
        text.Append("variants:\n");
        foreach (var (name, value) in variants) text.Append(CultureInfo.InvariantCulture, $"  {name}: {{ {value} }}\n");
        text.Append(CultureInfo.InvariantCulture, $"load: {{ {(IsLoadFile ? "file" : "url")}: {Quoted(Load!)}{(LoadRevision is null ? "" : $", git: {Quoted(LoadRevision)}")} }}\n");
        text.Append(CultureInfo.InvariantCulture, $"compare: {{ baseline: {variants[0].Name}{(Yardstick is null ? "" : $", yardstick: {variants[^1].Name}")} }}\n");
        return text.ToString();

        void Add(string option, string what, string write) => problems.Add(new Problem(option, null, null, what, write));
    }

    private static string NameOf(List<(string Name, string Value)> variants, string load) =>
        $"{string.Join(", ", variants.Skip(1).Select(variant => variant.Name))} against {variants[0].Name}{LoadBegins}{Redaction.Text(load)}";

    private List<(string Name, string Value)> OfTargets(List<Problem> problems)
    {
        if (Targets.Length < 2)
        {
            problems.Add(new Problem("dyno compare", null, null, "nothing to compare",
                "name an experiment file, two projects, or two URLs; or write --git main..my-branch --project PATH"));
            return [];
        }
        if (Project is not null) problems.Add(new Problem("--project", null, null, "needs --git or --runtimes", "remove --project, or write --git main..my-branch"));
        return Named(Targets.Select(t => (NameOf(t), t.Contains("://", StringComparison.Ordinal) ? $"url: {Quoted(t)}" : $"project: {Quoted(t)}")));
    }

    private List<(string Name, string Value)> OfRevisions(List<Problem> problems)
    {
        var ends = Ends;
        if (ends.Length != 2) problems.Add(new Problem("--git", null, null, $"'{Git}' does not name two revisions", "write --git main..my-branch"));
        if (!Runtimes.IsEmpty) problems.Add(new Problem("--runtimes", null, null, "does not go with --git", "compare one at a time, or write an experiment file"));
        if (Targets.Length > 0) problems.Add(new Problem("--git", null, null, "needs --project, not projects to compare", "write --project PATH"));
        // The baseline is the commit from which the branch forked: what came to main since is not the branch's doing.
        var revisions = ends.Select((end, i) => (end, $"git: {Quoted(i == 0 && ends.Length == 2 ? $"{end}...{ends[1]}" : end)}"));
        return Named(Yardstick is null ? revisions : revisions.Append((Yardstick, $"git: {Quoted(Yardstick)}")));
    }

    private List<(string Name, string Value)> OfRuntimes(List<Problem> problems)
    {
        if (Runtimes.Length < 2) problems.Add(new Problem("--runtimes", null, null, $"{Runtimes[0]} alone cannot be compared", "write --runtimes 10.0,11.0"));
        if (Targets.Length > 0) problems.Add(new Problem("--runtimes", null, null, "needs --project, not projects to compare", "write --project PATH"));
        foreach (var runtime in Runtimes.Where(runtime => !RuntimeVersion.TryParse(runtime, out _)))
            problems.Add(new Problem("--runtimes", null, null, $"'{runtime}' is not a version of .NET", "write 11.0 (the newest patch), 10.0.12 or installed"));
        return Named(Runtimes.Select(runtime => (runtime, $"runtime: {Quoted(runtime)}")));
    }

    private static bool IsNothingHere(string target) => !target.Contains("://", StringComparison.Ordinal) && !Path.Exists(target);

    private static string NameOf(string target) => Uri.TryCreate(target, UriKind.Absolute, out var url) && url.Scheme is "http" or "https"
        ? url.Authority : Path.GetFileNameWithoutExtension(Path.TrimEndingDirectorySeparator(Path.GetFullPath(target)));

    // Makes names of variants: letters, digits, '-', '_', '.', no name twice.
    private static List<(string Name, string Value)> Named(IEnumerable<(string Name, string Value)> variants)
    {
        var named = new List<(string Name, string Value)>();
        foreach (var (given, value) in variants)
        {
            var name = string.Concat(given.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' or '.' ? c : '-')).Trim('-');
            if (name.Length == 0 || name == Judgement.ControlName) name = "variant";
            var unique = name;
            for (var i = 2; named.Any(n => n.Name.Equals(unique, StringComparison.OrdinalIgnoreCase)); i++) unique = $"{name}-{i}";
            named.Add((unique, value));
        }
        return named;
    }

    private static string Quoted(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";
}
