namespace Dyno.Cli;

/// <summary>
/// The folder of files that Dyno can make or fetch again: <c>XDG_CACHE_HOME/dyno</c> or <c>~/.cache/dyno</c>
/// (https://specifications.freedesktop.org/basedir-spec), on macOS <c>~/Library/Caches/dyno</c>, on Windows <c>%LOCALAPPDATA%\dyno</c>.
/// </summary>
internal static class UserCache
{
    /// <summary>Folder of modules fetched from the network; without a home folder, it is in the folder for temporary files.</summary>
    public static string Modules => Path.Combine(Folder ?? Path.Combine(Path.GetTempPath(), "dyno"), "modules");

    /// <summary>
    /// Folder of compiled modules; null without a home folder, because Dyno executes these files, and other users could write to a shared
    /// folder.
    /// </summary>
    public static string? Compiled => Folder is { } folder ? Path.Combine(folder, "compiled") : null;

    private static string? Folder => Root is { } root ? Path.Combine(root, "dyno") : null;

    private static string? Root
    {
        get
        {
            const Environment.SpecialFolderOption AsNamed = Environment.SpecialFolderOption.DoNotVerify;
            if (OperatingSystem.IsWindows()) return Named(Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData, AsNamed));
            if (Environment.GetEnvironmentVariable("XDG_CACHE_HOME") is { } given && Path.IsPathRooted(given)) return given;
            var home = Named(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile, AsNamed));
            return home is null ? null : OperatingSystem.IsMacOS() ? Path.Combine(home, "Library", "Caches") : Path.Combine(home, ".cache");
        }
    }

    private static string? Named(string path) => path.Length > 0 ? path : null;
}
