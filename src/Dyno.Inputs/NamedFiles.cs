namespace Dyno.Inputs;

/// <summary>
/// Reads files that an input names: bodies, parts of forms, data. The input may come from a stranger, and the content of these files goes
/// to the server that the input names. So an input may name only files of its own repository, or of its own folder when it is in no
/// repository, unless the user allows more. Links are followed before this is decided.
/// </summary>
internal sealed class NamedFiles
{
    private readonly string _folder;
    private readonly string? _root;

    private NamedFiles(string folder, string? root) => (_folder, _root) = (folder, root);

    /// <summary>The files that an input file names; relative names are relative to the input's folder.</summary>
    public static NamedFiles Of(InputContext context)
    {
        var folder = Path.GetDirectoryName(context.Path) is { Length: > 0 } named ? named : ".";
        return new(folder, context.Request.AllowsOutsideFiles ? null : RootOf(folder));
    }

    /// <summary>The files that the user names on the command line: any file.</summary>
    public static NamedFiles OfUser(string folder) => new(folder, null);

    /// <summary>Reads a file; a failure is reported as a problem.</summary>
    /// <param name="name">The name, as the input has it.</param>
    /// <param name="place">Where it is named.</param>
    public bool TryRead(string name, SourcePlace place, [NotNullWhen(true)] out byte[]? bytes)
    {
        bytes = null;
        return MayRead(name, place) && InputFile.TryRead(PathOf(name), place, out bytes, takesPipes: _root is null);
    }

    public string PathOf(string name) => Path.Combine(_folder, name);

    /// <summary>Whether the input may name this file; a file that it may not name is reported as a problem.</summary>
    public bool MayRead(string name, SourcePlace place)
    {
        if (_root is null || name.Contains('\0', StringComparison.Ordinal) || RealPath.Of(PathOf(name)) is not { } path || IsBelow(path, _root)) return true;
        place.Problem($"\"{InText.Quote(name)}\" is outside of {InText.Quote(_root)}, and its content would be sent",
            "give --allow-outside-files when you trust this input, or copy the file beside the input");
        return false;
    }

    private static bool IsBelow(string path, string root) =>
        path.StartsWith(root.EndsWith(Path.DirectorySeparatorChar) ? root : root + Path.DirectorySeparatorChar, StringComparison.Ordinal);

    // The nearest folder that is a git repository; without one, the folder of the input.
    private static string? RootOf(string folder)
    {
        if (RealPath.Of(folder) is not { } own) return null;
        for (var at = own; at is not null; at = Path.GetDirectoryName(at))
            if (Path.Exists(Path.Combine(at, ".git"))) return at;
        return own;
    }
}
