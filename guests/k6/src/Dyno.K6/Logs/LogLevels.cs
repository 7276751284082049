namespace Dyno.K6;

/// <summary>The levels of a log, by k6's names.</summary>
public static class LogLevels
{
    /// <summary>The level below all others: every line.</summary>
    public const string Every = "trace";

    private static readonly string[] Names = ["panic", "fatal", "error", "warning", "info", "debug", Every];

    /// <summary>The names of all levels, with commas between them.</summary>
    public static string Forms { get; } = string.Join(", ", Names);

    /// <summary>A level as lines have it; null when there is none of this name.</summary>
    public static string? Find(string text)
    {
        var name = text.ToLowerInvariant();
        return name == "warn" ? "warning" : Names.Contains(name) ? name : null;
    }

    /// <summary>Whether lines of the level <paramref name="level"/> belong to a log whose lowest level is <paramref name="lowest"/>.</summary>
    public static bool Includes(string lowest, string level) => Array.IndexOf(Names, level) <= Array.IndexOf(Names, lowest);
}
