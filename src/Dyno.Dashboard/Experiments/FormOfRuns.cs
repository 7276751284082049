namespace Dyno.Dashboard;

/// <summary>The form of an experiment that measures what stored runs measured, in turn and with a verdict.</summary>
internal static class FormOfRuns
{
    /// <summary>The form: a variant for each run, the first run is the baseline.</summary>
    public static ExperimentForm Of(ImmutableArray<RunResult> runs)
    {
        var first = runs[0];
        var projects = runs.Select(ProjectOf).Distinct().ToList();
        var variants = runs.Select((run, index) => Variant(run, index, projects.Count > 1)).ToImmutableArray();
        return new ExperimentForm
        {
            Name = string.Concat(first.Plan.Name.Select(letter => char.IsAsciiLetterOrDigit(letter) ? letter : '-')).Trim('-'),
            Project = projects.Count == 1 ? projects[0] : "",
            Load = LoadOf(first),
            Baseline = variants[0].Name,
            Variants = variants,
        };
    }

    // The runs may have been of one program at two commits: the commits are then what differs.
    private static FormVariant Variant(RunResult run, int index, bool hasOwnProject) => new()
    {
        Name = index == 0 ? "before" : index == 1 ? "after" : $"variant-{index + 1}",
        Project = hasOwnProject ? ProjectOf(run) : "",
        Framework = run.Subject?.Framework ?? "",
        Git = run.Subject?.GitCommit is { } commit && !commit.EndsWith("-dirty", StringComparison.Ordinal) ? commit : "",
        Environment = run.Subject is { } subject ? [.. subject.Environment.Select(variable => $"{variable.Key}={variable.Value}")] : [],
    };

    private static string ProjectOf(RunResult run) => run.Subject?.Source ?? UrlOf(run)?.GetLeftPart(UriPartial.Authority) ?? "";

    // A URL keeps its path: the address is that of the program under test.
    private static string LoadOf(RunResult run) => run.Plan.InputKind == "url" ? UrlOf(run)?.PathAndQuery ?? "/" : run.Plan.Source;

    private static Uri? UrlOf(RunResult run) =>
        run.Plan.Scenarios.SelectMany(scenario => scenario.Steps).Select(step => step.Url).FirstOrDefault() is { } url
            && Uri.TryCreate(url, UriKind.Absolute, out var address) ? address : null;
}
