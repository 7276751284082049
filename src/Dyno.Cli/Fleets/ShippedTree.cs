namespace Dyno.Cli;

/// <summary>
/// The files of a load as a tree that another machine puts below its own folder. The root of the tree is the deepest folder that holds
/// all files and the folder in which the command was given, so that relative names lead to the same files.
/// </summary>
/// <param name="Files">The path of each file in the tree, and its path on this machine.</param>
/// <param name="WorkingFolder">The folder of the tree in which the command runs; empty for the root.</param>
internal sealed record ShippedTree(ImmutableArray<(string Path, string Source)> Files, string WorkingFolder)
{
    private static readonly string[] NotShipped = ["bin", "obj", ".git", "node_modules", ".dyno"];
    private string _made = "";

    /// <param name="paths">Files and folders.</param>
    /// <param name="workingFolder">The folder that the command was given in.</param>
    /// <param name="made">The folder of files that were generated for this load. In the tree these files lie in the working folder.</param>
    public static ShippedTree Of(IEnumerable<string> paths, string workingFolder, string made)
    {
        var files = paths.SelectMany(Below).Distinct(StringComparer.Ordinal).ToList();
        var own = files.FindAll(file => !IsBelow(file, made));
        var top = own.Aggregate(Path.GetFullPath(workingFolder), (folder, file) => Common(folder, Path.GetDirectoryName(file)!));
        var here = Slashed(Path.GetRelativePath(top, workingFolder));
        var inTree = here == "." ? "" : here;
        return new ShippedTree([.. files.Select(file => (PlaceOf(file), file))], inTree) { _made = made };

        string PlaceOf(string file) =>
            IsBelow(file, made) ? Joined(inTree, Slashed(Path.GetRelativePath(made, file))) : Slashed(Path.GetRelativePath(top, file));
    }

    /// <summary>The name of a target in the command on the other machine.</summary>
    public string NameOf(string target) => IsBelow(target, _made) ? Slashed(Path.GetRelativePath(_made, target))
        : File.Exists(target) && Path.IsPathFullyQualified(target) ? Path.GetRelativePath(Environment.CurrentDirectory, target) : target;

    private static IEnumerable<string> Below(string path)
    {
        if (!Directory.Exists(path)) return [Path.GetFullPath(path)];
        var everything = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.None };
        return Directory.EnumerateFiles(Path.GetFullPath(path), "*", everything)
            .Where(file => !Path.GetRelativePath(path, file).Split(Path.DirectorySeparatorChar).Any(NotShipped.Contains));
    }

    private static string Common(string folder, string other)
    {
        while (!IsBelow(other + Path.DirectorySeparatorChar, folder)) folder = Path.GetDirectoryName(folder)!;
        return folder;
    }

    private static bool IsBelow(string path, string folder) =>
        folder.Length > 0 && path.StartsWith(Path.TrimEndingDirectorySeparator(folder) + Path.DirectorySeparatorChar, StringComparison.Ordinal)
        || Path.GetPathRoot(folder) == folder && folder.Length > 0;

    private static string Joined(string folder, string name) => folder.Length == 0 ? name : $"{folder}/{name}";

    private static string Slashed(string path) => path.Replace(Path.DirectorySeparatorChar, '/');
}
