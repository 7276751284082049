namespace Dyno.Subjects;

/// <summary>Finds the project file that a user means.</summary>
internal static class ProjectLocation
{
    private static readonly string[] ProjectExtensions = [".csproj", ".fsproj", ".vbproj"];

    /// <summary>Absolute path of the project file.</summary>
    /// <param name="given">A project file, or a folder that holds exactly one.</param>
    /// <exception cref="UserFault">The path names no project, or more than one.</exception>
    public static string Find(string given)
    {
        var path = Path.GetFullPath(given);
        if (Directory.Exists(path)) return OnlyProjectIn(path, given);
        if (!File.Exists(path))
            throw Wrong($"there is no project at '{given}'", NearestHint(path, isRooted: Path.IsPathRooted(given)));
        if (Path.GetExtension(path).ToLowerInvariant() is ".sln" or ".slnx" or ".slnf")
            throw Wrong($"'{given}' is a solution, not a project", HintFor(Path.GetDirectoryName(path)!, Path.GetDirectoryName(given) ?? ""));
        if (!IsProject(path))
            throw Wrong($"'{given}' is not a project file", "give a .csproj (.fsproj, .vbproj) file or its folder");
        return path;
    }

    private static string OnlyProjectIn(string folder, string given)
    {
        return ProjectsIn(folder).ToList() switch
        {
            [var only] => only,
            [] => throw Wrong($"there is no project file in '{given}'", HintFor(folder, given)),
            var projects => throw Wrong($"there are {projects.Count} project files in '{given}'",
                "name one: " + string.Join(", ", projects.Select(Path.GetFileName))),
        };
    }

    /// <summary>The project files of a folder itself, by name.</summary>
    internal static IEnumerable<string> ProjectsIn(string folder) => Directory.EnumerateFiles(folder).Where(IsProject).Order(StringComparer.Ordinal);

    private static bool IsProject(string file) => ProjectExtensions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase);

    private static string HintFor(string folder, string given) =>
        WebProject.Below(folder).Select(project => Path.Combine(given, Path.GetRelativePath(folder, project))).Take(5).ToList() switch
        {
            [] => "give a .csproj file or its folder",
            [var only] => $"name the web project: {only}",
            var several => "name one of the web projects: " + string.Join(", ", several),
        };

    private static string NearestHint(string path, bool isRooted)
    {
        var parent = Path.GetDirectoryName(path);
        return parent is not null && Directory.Exists(parent)
            ? $"give a .csproj file or its folder; '{(isRooted ? parent : Path.GetRelativePath(".", parent))}' exists"
            : "give a .csproj file or its folder";
    }

    private static UserFault Wrong(string message, string hint) => SubjectFaults.Of(SubjectFault.WrongInput, message, hint);
}
