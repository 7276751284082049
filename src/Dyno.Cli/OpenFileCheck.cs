using System.Globalization;

namespace Dyno.Cli;

/// <summary>
/// Whether enough files may be open for Dyno to load its own parts; found out first, because later not even the message
/// could be written. .NET has raised the limit to the hard one by now.
/// </summary>
internal static class OpenFileCheck
{
    private const int Fewest = 200; // some 120 assemblies and streams, and what a small run opens

    /// <summary>What is wrong and what to do; null when nothing is.</summary>
    public static string? Problem(string limitsFile = "/proc/self/limits")
    {
        if (!File.Exists(limitsFile)) return null;
        const string name = "Max open files";
        var line = File.ReadLines(limitsFile).FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal));
        var allowed = line?[name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[0];
        return int.TryParse(allowed, NumberStyles.None, CultureInfo.InvariantCulture, out var files) && files < Fewest
            ? $"only {files} files may be open, and Dyno needs {Fewest} for itself\n      raise the hard limit (ulimit -Hn, LimitNOFILE) to 1024 or more"
            : null;
    }
}
