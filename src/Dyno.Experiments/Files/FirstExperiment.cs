using System.Globalization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Dyno.Results.Problems;
using Dyno.Subjects.Publishing;

namespace Dyno.Experiments.Files;

/// <summary>
/// A first experiment file for the user's project: it compares the project's frameworks, or two garbage collectors when there is only one
/// framework.
/// </summary>
public static class FirstExperiment
{
    private static readonly string[] RequestFiles = ["*.websurge", "*.http"];
    private static readonly string[] Projects = ["*.csproj", "*.fsproj", "*.vbproj"];

    /// <summary>The nearest web project in a folder or two levels below; null without one.</summary>
    public static string? FindProject(string folder) => Find(folder, Projects, IsProgram);

    /// <summary>The nearest file of requests in a folder or two levels below; null without one.</summary>
    public static string? FindLoad(string folder) => Find(folder, RequestFiles, _ => true);

    /// <summary>The text of the file.</summary>
    /// <param name="folder">The folder of the file.</param>
    /// <exception cref="UserFault">There is no web project in it or two levels below.</exception>
    public static string For(string folder)
    {
        var project = FindProject(folder) ?? throw new UserFault(
            $"there is no web project in {Path.GetFullPath(folder)} or up to two levels below", "name the folder of the project: dyno init src/Shop; or write the file by hand: docs/experiments.md");
        var load = FindLoad(folder);
        var variants = Variants(Frameworks(project));
        return string.Create(CultureInfo.InvariantCulture, $"""
            # Which variant is faster? Run it: dyno compare experiment.yaml --quick
            # What may stand here: docs/experiments.md; its schema: docs/schemas/experiment.schema.json
            name: {Path.GetFileNameWithoutExtension(project).ToLowerInvariant()}
            subject: {"{"} project: {Path.GetRelativePath(folder, project)} {"}"}
            variants:
            {string.Join('\n', variants.Select(v => $"  {v}"))}
            load: {"{"} {(load is null ? "url: /" : $"file: {Path.GetRelativePath(folder, load)}")} {"}"}
            warmup: {"{"} minimum: 2s, maximum: 20s {"}"}
            rounds: 10
            duration: 10s
            compare:
              baseline: {variants[0].Split(':')[0]}
              metrics: [p50, p99, server.cpuPerRequest, server.workingSet]

            """).ReplaceLineEndings("\n");
    }

    private static string[] Variants(string[] frameworks) => frameworks.Length > 1
        ? [.. frameworks.Select(f => $"{f.Replace(".0", "", StringComparison.Ordinal)}: {{ framework: {f} }}")]
        : ["server-gc: { env: { DOTNET_gcServer: \"1\" } }", "workstation-gc: { env: { DOTNET_gcServer: \"0\" } }"];

    private static string? Find(string folder, string[] patterns, Func<string, bool> isOne) =>
        Folders(folder)
            .SelectMany(place => patterns.SelectMany(pattern => Directory.EnumerateFiles(place, pattern).Order(StringComparer.Ordinal)))
            .FirstOrDefault(isOne);

    // The nearest folders first: in a repository, projects often lie two levels down, as in src/Shop.
    private static IEnumerable<string> Folders(string folder)
    {
        var below = Below(folder);
        return [folder, .. below, .. below.SelectMany(Below)];
    }

    private static List<string> Below(string folder) =>
        [.. Directory.EnumerateDirectories(folder).Where(f => Path.GetFileName(f) is not (['.', ..] or "bin" or "obj" or "node_modules")).Order(StringComparer.Ordinal)];

    private static bool IsProgram(string project) => WebProject.Is(project);

    private static string[] Frameworks(string project)
    {
        try
        {
            var text = new StringBuilder();
            foreach (var element in XDocument.Load(project).Descendants().Where(e => e.Name.LocalName is "TargetFramework" or "TargetFrameworks"))
                text.Append(element.Value).Append(';');
            return [.. text.ToString().Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Distinct()];
        }
        catch (XmlException)
        {
            return [];
        }
    }
}
