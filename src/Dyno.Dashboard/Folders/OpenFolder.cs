namespace Dyno.Dashboard;

/// <summary>The opened folder. Every path that a page names is relative to it, and must be inside it after all links are followed.</summary>
internal sealed class OpenFolder
{
    private const int MostLinks = 40; // the limit of the Linux kernel

    public OpenFolder(string path)
    {
        Root = Path.TrimEndingDirectorySeparator(WithoutLinks(Path.GetFullPath(path), 0));
        State = Path.Combine(Root, ".dyno");
        Runs = new RunStore(Path.Combine(State, "runs"));
    }

    /// <summary>The absolute path of the folder, without links.</summary>
    public string Root { get; }

    /// <summary>The folder in which Dyno keeps its files.</summary>
    public string State { get; }

    public RunStore Runs { get; }

    /// <summary>The absolute path of a file that a page names.</summary>
    /// <exception cref="RefusedException">The file is outside the folder.</exception>
    public string Resolve(string relative)
    {
        if (string.IsNullOrWhiteSpace(relative) || relative.Contains('\0') || Path.IsPathRooted(relative)) throw Outside(relative);
        var path = WithoutLinks(Path.GetFullPath(Path.Combine(Root, relative)), 0);
        return IsInside(path) ? path : throw Outside(relative);
    }

    /// <summary>The path by which pages name a file.</summary>
    public string RelativeOf(string path) => Path.GetRelativePath(Root, path).Replace('\\', '/');

    private bool IsInside(string path) =>
        path.StartsWith(Root.EndsWith(Path.DirectorySeparatorChar) ? Root : Root + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    private static RefusedException Outside(string relative) =>
        new(403, $"\"{relative}\" is not in the opened folder", "name a file by its path relative to the folder; links out of the folder are not followed");

    // Each part of the path is resolved, because a parent folder may be a link, too.
    private static string WithoutLinks(string path, int followed)
    {
        if (followed > MostLinks) throw RefusedException.Wrong("the path has too many links");
        var current = Path.GetPathRoot(path)!;
        foreach (var part in path[current.Length..].Split(Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries))
        {
            current = Path.Combine(current, part);
            if (new FileInfo(current).LinkTarget is not { } target) continue;
            current = WithoutLinks(Path.GetFullPath(Path.Combine(Path.GetDirectoryName(current)!, target)), followed + 1);
        }
        return current;
    }
}
