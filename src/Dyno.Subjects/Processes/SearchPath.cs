namespace Dyno.Subjects;

/// <summary>Finds programs in PATH.</summary>
internal static class SearchPath
{
    /// <summary>The full path of a program; null when no folder of PATH holds it.</summary>
    public static string? Find(string program)
    {
        var fileName = OperatingSystem.IsWindows() ? program + ".exe" : program;
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator,
            StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return folders.Select(folder => Path.Combine(folder, fileName)).FirstOrDefault(File.Exists);
    }
}
