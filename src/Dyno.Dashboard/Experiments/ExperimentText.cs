namespace Dyno.Dashboard;

/// <summary>The input in the form of an experiment. Every member may be empty; the text then has a placeholder.</summary>
internal sealed record ExperimentForm
{
    public string Name { get; init; } = "";

    /// <summary>The project under test, or the URL of a server that runs already; empty when variants have their own.</summary>
    public string Project { get; init; } = "";

    /// <summary>A file of the folder, or a path such as <c>/hello</c>.</summary>
    public string Load { get; init; } = "";

    public ImmutableArray<FormVariant> Variants { get; init; } = [];

    public string Baseline { get; init; } = "";

    /// <summary>The metric with the verdict.</summary>
    public string Headline { get; init; } = "rate";

    /// <summary>The smallest difference that matters, such as <c>2%</c>; empty for the default.</summary>
    public string Threshold { get; init; } = "";

    public int Rounds { get; init; } = 10;

    /// <summary>Length of a measurement, such as <c>5s</c>.</summary>
    public string Duration { get; init; } = "5s";

    /// <summary>A rate to offer, such as <c>2000/s</c>; empty for the highest possible rate.</summary>
    public string Rate { get; init; } = "";
}

internal sealed record FormVariant
{
    public string Name { get; init; } = "";

    /// <summary>Target framework; empty for the project's own.</summary>
    public string Framework { get; init; } = "";

    /// <summary>Its own project; empty for the experiment's.</summary>
    public string Project { get; init; } = "";

    /// <summary>A branch, tag or commit to build; empty for the working copy.</summary>
    public string Git { get; init; } = "";

    /// <summary>Environment variables, <c>NAME=VALUE</c> each.</summary>
    public ImmutableArray<string> Environment { get; init; } = [];
}

internal sealed record ExperimentCheck(string Text, ImmutableArray<string> Problems, string? Announcement);

/// <summary>Turns a form into the YAML of an experiment, and checks such a text.</summary>
internal static class ExperimentText
{
    public static ExperimentCheck Of(ExperimentForm form)
    {
        var yaml = new StringBuilder();
        yaml.Append(CultureInfo.InvariantCulture, $"name: {Quoted(form.Name)}\n");
        if (form.Project.Length > 0) yaml.Append(CultureInfo.InvariantCulture, $"subject: {{ {SubjectOf(form.Project)} }}\n");
        yaml.Append("variants:\n");
        foreach (var variant in form.Variants) yaml.Append(CultureInfo.InvariantCulture, $"  {Quoted(variant.Name)}: {PartsInBraces(variant)}\n");
        yaml.Append(form.Load.StartsWith('/') ? $"load: {{ path: {Quoted(form.Load)} }}\n" : $"load: {{ file: {Quoted(form.Load)}{RateOf(form)} }}\n");
        yaml.Append(CultureInfo.InvariantCulture, $"duration: {form.Duration}\nwarmup: {{ minimum: 2s, maximum: 20s }}\nrounds: {form.Rounds}\n");
        yaml.Append(CultureInfo.InvariantCulture, $"compare:\n  baseline: {Quoted(form.Baseline)}\n  headline: {form.Headline}\n  metrics: [p50, p99, server.cpuPerRequest, server.workingSet]\n");
        if (form.Threshold.Length > 0) yaml.Append(CultureInfo.InvariantCulture, $"  thresholds: {{ {form.Headline}: {form.Threshold} }}\n");
        yaml.Append("control: true\n");
        return new ExperimentCheck(yaml.ToString(), [], null);
    }

    public static ExperimentCheck Check(string text, string folder)
    {
        try
        {
            var plan = ExperimentReader.ReadText(text, "experiment", folder, new ExperimentOverrides());
            // Only the process of the run reads a load that is code.
            var isCode = plan.Variants.Any(variant => LoadFiles.IsCode(variant.Load));
            return new ExperimentCheck(text, [], isCode ? null : new Dyno.Experiments.Experiment(plan).Announcement);
        }
        catch (UserFault wrong)
        {
            return new ExperimentCheck(text, [.. wrong.Problems.Select(problem => problem.ToString())], null);
        }
    }

    private static string SubjectOf(string project) => $"{(project.Contains("://", StringComparison.Ordinal) ? "url" : "project")}: {Quoted(project)}";

    private static string RateOf(ExperimentForm form) => form.Rate.Length > 0 ? $", rate: {form.Rate}" : "";

    private static string PartsInBraces(FormVariant variant) => string.Join(", ", PartsOf(variant)) is { Length: > 0 } parts ? $"{{ {parts} }}" : "{}";

    private static IEnumerable<string> PartsOf(FormVariant variant)
    {
        if (variant.Project.Length > 0) yield return SubjectOf(variant.Project);
        if (variant.Git.Length > 0) yield return $"git: {Quoted(variant.Git)}";
        if (variant.Framework.Length > 0) yield return $"framework: {Quoted(variant.Framework)}";
        var environment = variant.Environment.Select(pair => pair.Split('=', 2)).Where(pair => pair.Length == 2).ToList();
        if (environment.Count > 0) yield return $"env: {{ {string.Join(", ", environment.Select(pair => $"{pair[0]}: {Quoted(pair[1])}"))} }}";
    }

    // Quotes a text that YAML could read as a number, a Boolean value or a special character.
    private static string Quoted(string text) => text.Length > 0 && char.IsLetter(text[0])
        && text.All(letter => char.IsLetterOrDigit(letter) || letter is '-' or '_' or '.' or '/')
        && text is not ("true" or "false" or "yes" or "no" or "on" or "off" or "null")
        ? text
        : $"\"{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"";
}
