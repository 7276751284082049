using Dyno.Results.Problems;

namespace Dyno.Subjects.Publishing;

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
        if (!ProjectExtensions.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase))
            throw Wrong($"'{given}' is not a project file", "give a .csproj (.fsproj, .vbproj) file or its folder");
        return path;
    }

    private static string OnlyProjectIn(string folder, string given)
    {
        var projects = Directory.EnumerateFiles(folder)
            .Where(file => ProjectExtensions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase))
            .Order(StringComparer.Ordinal)
            .ToList();
        return projects switch
        {
            [var only] => only,
            [] => throw Wrong($"there is no project file in '{given}'", HintFromSubfolders(folder)),
            _ => throw Wrong($"there are {projects.Count} project files in '{given}'",
                "name one: " + string.Join(", ", projects.Select(Path.GetFileName))),
        };
    }

    private static string HintFromSubfolders(string folder)
    {
        var inside = Directory.EnumerateDirectories(folder)
            .SelectMany(sub => ProjectExtensions.SelectMany(extension => Directory.EnumerateFiles(sub, "*" + extension)))
            .Select(file => Path.GetRelativePath(folder, file))
            .Order(StringComparer.Ordinal)
            .Take(5)
            .ToList();
        return inside.Count == 0
            ? "give a .csproj file or its folder"
            : "projects one level below: " + string.Join(", ", inside);
    }

    private static string NearestHint(string path, bool isRooted)
    {
        var parent = Path.GetDirectoryName(path);
        return parent is not null && Directory.Exists(parent)
            ? $"give a .csproj file or its folder; '{(isRooted ? parent : Path.GetRelativePath(".", parent))}' exists"
            : "give a .csproj file or its folder";
    }

    private static UserFault Wrong(string message, string hint) => SubjectFaults.Of(SubjectFault.WrongInput, message, hint);
}
