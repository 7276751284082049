namespace Dyno.Results;

/// <summary>
/// Creates <c>.dyno</c> and its content for the owner alone: results hold a program's arguments, its address and its output. A
/// folder or file that exists already keeps its rights.
/// </summary>
public static class PrivateFolder
{
    private const string Name = ".dyno";
    private const UnixFileMode OwnerOnly = UnixFileMode.UserRead | UnixFileMode.UserWrite;

    /// <summary>Whether a folder is a <c>.dyno</c> folder or lies in one.</summary>
    public static bool Holds(string folder) => folder.Split(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar).Contains(Name, StringComparer.Ordinal);

    /// <summary>
    /// Whether a file is a plain file with content. A link, a pipe or a device in another user's folder may lead its reader elsewhere
    /// or keep the reader waiting forever.
    /// </summary>
    public static bool IsPlainFile(string path) => new FileInfo(path) is { Exists: true, LinkTarget: null, Length: > 0 };

    /// <summary>Refuses a <c>.dyno</c> folder that leads elsewhere.</summary>
    /// <exception cref="UserFault">The <c>.dyno</c> folder, or a folder that should lie in it, is a link.</exception>
    public static void ThrowIfLinked(string folder)
    {
        for (var at = Path.GetFullPath(folder); at is not null && Holds(at); at = Path.GetDirectoryName(at))
            if (new DirectoryInfo(at) is { LinkTarget: { } target })
                throw new UserFault($"{at} is a link to {target}: Dyno neither writes nor reads there", "remove the link, or run Dyno in a folder of your own");
    }

    /// <summary>Creates the folder and its missing parents, with mode 700 from <c>.dyno</c> on.</summary>
    public static void Create(string folder)
    {
        ThrowIfLinked(folder);
        if (Directory.Exists(folder)) return;
        var isOurs = Holds(folder);
        if (isOurs && Path.GetDirectoryName(folder) is { } parent) Create(parent);
        if (isOurs && !OperatingSystem.IsWindows()) Directory.CreateDirectory(folder, OwnerOnly | UnixFileMode.UserExecute);
        else Directory.CreateDirectory(folder);
    }

    internal static FileStreamOptions NewFile(bool isPrivate)
    {
        var options = new FileStreamOptions { Mode = FileMode.CreateNew, Access = FileAccess.Write, Share = FileShare.None };
        if (isPrivate && !OperatingSystem.IsWindows()) options.UnixCreateMode = OwnerOnly;
        return options;
    }
}
