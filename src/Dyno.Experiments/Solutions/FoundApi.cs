namespace Dyno.Experiments;

/// <summary>The API of a solution that a first experiment is about, and what to load it with.</summary>
/// <param name="Project">Full path of its project file.</param>
/// <param name="AppHost">Full path of the app host that starts it; null without one.</param>
internal sealed record FoundApi(string Project, string? AppHost, IReadOnlyList<AppHostResource> Resources, FirstLoad Load)
{
    private const int Depth = 2; // in a repository, projects often lie two levels down, as in src/Shop

    private static readonly string[] RequestFiles = ["*.websurge", "*.http"];
    private static readonly string[] Projects = ["*.csproj", "*.fsproj", "*.vbproj"];
    private static readonly string[] WithoutProjects = ["bin", "obj", "node_modules", "artifacts"];

    /// <summary>The API of a folder: the one that its app host starts first, otherwise the nearest web project; null without one.</summary>
    /// <param name="folder">The folder of the solution or of the project.</param>
    public static FoundApi? In(string folder)
    {
        var projects = FilesIn(folder, Projects).ToList();
        var host = projects.Concat(FilesIn(folder, ["apphost.cs"])).Select(Dyno.Experiments.AppHost.At).FirstOrDefault(found => found is not null);
        string[] started = [.. (host?.Projects() ?? []).Where(WebProject.Is)];
        string[] candidates = [.. started, .. projects.Where(WebProject.Is).Except(started, StringComparer.Ordinal)];
        if (candidates.Length == 0) return null;
        var loads = candidates.Select(project => (project, load: FirstLoad.Of(new ProjectSources(project), RequestFileOf(folder, project)))).ToList();
        var (chosen, load) = loads.Find(found => found.load.IsFound) is { project: not null } best ? best : loads[0];
        var isStarted = started.Contains(chosen, StringComparer.Ordinal);
        return new FoundApi(chosen, isStarted ? host!.File : null, isStarted ? host!.ResourcesOf(chosen) : [], load);
    }

    /// <summary>The file of requests for a project: beside it, otherwise the nearest one that lies beside no other project; null without one.</summary>
    public static string? RequestFileOf(string folder, string project)
    {
        var own = Path.GetDirectoryName(project)!;
        return FilesIn(own, RequestFiles).FirstOrDefault()
            ?? FilesIn(folder, RequestFiles).FirstOrDefault(file => !FilesAt(Path.GetDirectoryName(file)!, Projects).Any());
    }

    // The nearest folders first.
    private static IEnumerable<string> FilesIn(string folder, string[] patterns)
    {
        List<string> level = [folder];
        for (var depth = 0; depth <= Depth; depth++)
        {
            foreach (var file in level.SelectMany(place => FilesAt(place, patterns))) yield return file;
            level = [.. level.SelectMany(place => Directory.EnumerateDirectories(place).Order(StringComparer.Ordinal)).Where(MayHaveProjects)];
        }
    }

    private static IEnumerable<string> FilesAt(string folder, string[] patterns) =>
        patterns.SelectMany(pattern => Directory.EnumerateFiles(folder, pattern).Order(StringComparer.Ordinal));

    private static bool MayHaveProjects(string folder) =>
        Path.GetFileName(folder) is not ['.', ..] and var name && !WithoutProjects.Contains(name, StringComparer.OrdinalIgnoreCase);
}
