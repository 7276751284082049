namespace Dyno.Inputs;

/// <summary>A path with every link on the way followed.</summary>
public static class RealPath
{
    private const int MaxLinks = 40; // the limit of the Linux kernel

    /// <summary>The path without links; null when the text cannot be a path.</summary>
    public static string? Of(string path)
    {
        try
        {
            return Follow(Path.GetFullPath(path));
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            return null;
        }
    }

    private static string Follow(string path)
    {
        var links = 0;
        var root = Path.GetPathRoot(path)!;
        var at = root;
        var steps = new Stack<string>(Steps(path[root.Length..]));
        while (steps.TryPop(out var step))
        {
            if (step == "..")
            {
                at = Path.GetDirectoryName(at) ?? root;
                continue;
            }

            at = Path.Combine(at, step);
            if (new FileInfo(at).LinkTarget is not { } target) continue;
            if (++links > MaxLinks) throw new IOException("too many links");
            at = Path.IsPathRooted(target) ? root : Path.GetDirectoryName(at) ?? root;
            foreach (var inner in Steps(target.TrimStart(Path.DirectorySeparatorChar))) steps.Push(inner);
        }

        return at;
    }

    // The steps of the path, the last one first, because they are put on a stack.
    private static IEnumerable<string> Steps(string path) =>
        path.Split(Path.DirectorySeparatorChar, StringSplitOptions.RemoveEmptyEntries).Where(s => s != ".").Reverse();
}
