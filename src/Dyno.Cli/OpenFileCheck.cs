namespace Dyno.Cli;

/// <summary>
/// Checks whether the limit of open files is high enough for Dyno to load its own assemblies. The check runs first, because later not even
/// the message could be written. By then .NET has raised the soft limit to the hard limit.
/// </summary>
internal static class OpenFileCheck
{
    private const int Fewest = 200; // some 120 assemblies and streams, and what a small run opens

    /// <summary>The problem and its remedy; null when the limit is high enough.</summary>
    public static string? Problem(string limitsFile = "/proc/self/limits")
    {
        if (!File.Exists(limitsFile)) return null;
        const string name = "Max open files";
        var line = File.ReadLines(limitsFile).FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal));
        var allowed = line?[name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries)[0];
        return int.TryParse(allowed, NumberStyles.None, CultureInfo.InvariantCulture, out var files) && files < Fewest
            ? $"the limit of open files is {files}, and Dyno needs at least {Fewest}\n      raise the hard limit (ulimit -Hn, LimitNOFILE) to 1024 or more"
            : null;
    }
}
