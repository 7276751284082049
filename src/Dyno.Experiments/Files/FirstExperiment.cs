using System.Xml;
using System.Xml.Linq;

namespace Dyno.Experiments;

/// <summary>
/// A first experiment for the user's solution: it compares the project's frameworks, or two garbage collectors when there is only one
/// framework, under a load that the project answers.
/// </summary>
/// <param name="Found">What was recognised, in a sentence.</param>
/// <param name="LoadName">The name of a load file to write beside it; null when none is needed.</param>
public sealed record FirstExperiment(string Text, string Found, string? LoadName, string? LoadText)
{
    /// <summary>The web project of a folder: what its app host starts first, or the nearest one up to two levels below; null without one.</summary>
    public static string? FindProject(string folder) => FoundApi.In(folder)?.Project;

    /// <summary>The file of requests for that project; null without one.</summary>
    public static string? FindLoad(string folder) => FoundApi.In(folder) is { } api ? FoundApi.RequestFileOf(folder, api.Project) : null;

    /// <summary>The experiment for what a folder holds.</summary>
    /// <exception cref="UserFault">There is no web project in it or two levels below.</exception>
    public static FirstExperiment For(string folder)
    {
        var api = FoundApi.In(folder) ?? throw new UserFault(
            $"there is no web project in {Path.GetFullPath(folder)} or up to two levels below", "name the folder of the project: dyno init src/Shop; or write the file by hand: docs/experiments.md");
        var variants = Variants(Frameworks(api.Project));
        var isScript = api.Load.NewText is not null;
        var text = string.Create(CultureInfo.InvariantCulture, $"""
            # Which variant is faster? Run it: dyno compare experiment.yaml --quick
            # What may stand here: docs/experiments.md; its schema: docs/schemas/experiment.schema.json
            name: {Quoted(Path.GetFileNameWithoutExtension(api.Project).ToLowerInvariant())}
            {Services(api)}subject: {"{"} project: {Quoted(Relative(folder, api.Project))} {"}"}
            variants:
            {string.Join('\n', variants.Select(v => $"  {v}"))}
            load: {"{"} {LoadOf(folder, api.Load)} {"}"}
            warmup: {"{"} minimum: 2s, maximum: 20s {"}"}
            rounds: 10
            duration: 10s
            compare:
              baseline: {variants[0].Split(':')[0]}
            {(isScript ? "  headline: iterations        # a pass of the script\n" : "")}  metrics: [p50, p99, server.cpuPerRequest, server.workingSet]

            """).ReplaceLineEndings("\n");
        return new FirstExperiment(text, Sentence(folder, api), isScript ? api.Load.File : null, api.Load.NewText);
    }

    private static string Sentence(string folder, FoundApi api)
    {
        var services = api.Resources.Where(resource => resource.Kind is not null).Select(resource => $"{resource.Name} ({resource.Kind})").ToList();
        return $"{Relative(folder, api.Project)} is {api.Load.Kind}{(api.AppHost is { } host ? $" of the Aspire app host {Relative(folder, host)}" : "")}"
            + $"{(services.Count > 0 ? $", with {string.Join(", ", services)}" : "")}; the load is {api.Load.What}.";
    }

    private static string Services(FoundApi api)
    {
        var known = api.Resources.Where(resource => resource.Kind is not null).DistinctBy(resource => resource.Name).ToList();
        var lines = known.Select(resource => $"  {resource.Name}: {{ kind: {resource.Kind} }}").Prepend("services:          # as the app host starts them; setup: schema.sql fills a database").Where(_ => known.Count > 0)
            .Concat(api.Resources.Where(resource => resource.Kind is null).Select(resource =>
                $"# The app host also gives it {resource.Name} ({resource.AddedBy}): start it as a service with command:, or set its connection string in env."));
        return string.Concat(lines.Select(line => line + "\n"));
    }

    private static string LoadOf(string folder, FirstLoad load) =>
        load.NewText is not null ? $"file: {load.File}" : load.File is not null ? $"file: {Quoted(Relative(folder, load.File))}"
            : $"url: {Quoted(load.Url!)}{(load.Proto is not null ? $", proto: [{Quoted(Relative(folder, load.Proto))}]" : "")}";

    private static string Relative(string folder, string file) => Path.GetRelativePath(folder, file).Replace('\\', '/');

    // Plain where YAML allows it: a comma or a brace would end the value.
    private static string Quoted(string text) => text.All(c => char.IsAsciiLetterOrDigit(c) || c is '/' or '.' or '-' or '_') && text[0] is not ('-' or '.')
        ? text : $"\"{text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal)}\"";

    private static string[] Variants(string[] frameworks) => frameworks.Length > 1
        ? [.. frameworks.Select(f => $"{f.Replace(".0", "", StringComparison.Ordinal)}: {{ framework: {f} }}")]
        : ["server-gc: { env: { DOTNET_gcServer: \"1\" } }", "workstation-gc: { env: { DOTNET_gcServer: \"0\" } }"];

    private static string[] Frameworks(string project)
    {
        try
        {
            return [.. XDocument.Load(project).Descendants().Where(e => e.Name.LocalName is "TargetFramework" or "TargetFrameworks")
                .SelectMany(e => e.Value.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)).Distinct()];
        }
        catch (XmlException)
        {
            return [];
        }
    }
}
