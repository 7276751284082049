namespace Dyno.Forges;

/// <summary>
/// Lines of output that a pipeline shows beside the source: for each method that <c>--why</c> names, that costs more, and that the compared
/// revisions touch. They need no token. Formats: workflow commands of GitHub (<c>::warning</c>), logging commands of Azure DevOps
/// (<c>##vso[task.logissue]</c>).
/// </summary>
public static class MethodAnnotations
{
    // GitHub shows ten of a step.
    private const int Most = 10;

    /// <summary>The lines; empty outside of a pipeline that shows any.</summary>
    /// <param name="environment">The value of an environment variable; null for none.</param>
    public static ImmutableArray<string> Of(ImmutableArray<ProfileRecord> profiles, Func<string, string?> environment)
    {
        Func<string, int, string, string>? format = environment("GITHUB_ACTIONS") == "true" ? GitHub : environment("TF_BUILD") is { Length: > 0 } ? Azure : null;
        if (format is null) return [];
        return
        [
            .. (from profile in profiles
                from row in profile.Rows
                where row is { File: not null, Line: not null, Revision: not null, Low: > 0 }
                select format(row.File!, row.Line!.Value, Sentence(profile, row))).Distinct().Take(Most),
        ];
    }

    private static string Sentence(ProfileRecord profile, ProfileRow row) => string.Create(CultureInfo.InvariantCulture,
        $"{row.Method} needs {row.Difference:0.0} µs more CPU time per request than in {profile.Baseline} (95 % interval {row.Low:0.0} to {row.High:0.0})")
        + (row.Call is null ? "" : $", most of it in {row.Call}");

    private static string GitHub(string file, int line, string message) =>
        string.Create(CultureInfo.InvariantCulture, $"::warning file={Property(file)},line={line},title=dyno::{Escaped(message)}");

    private static string Azure(string file, int line, string message) =>
        string.Create(CultureInfo.InvariantCulture, $"##vso[task.logissue type=warning;sourcepath={Inside(file)};linenumber={line}]{Escaped(message)}");

    // As the toolkits of the two forges do: a name in the code under test cannot begin its own command.
    private static string Escaped(string text) => text.Replace("%", "%25", StringComparison.Ordinal)
        .Replace("\r", "%0D", StringComparison.Ordinal).Replace("\n", "%0A", StringComparison.Ordinal);

    private static string Property(string text) => Escaped(text).Replace(":", "%3A", StringComparison.Ordinal).Replace(",", "%2C", StringComparison.Ordinal);

    private static string Inside(string text) => Escaped(text).Replace(";", "%3B", StringComparison.Ordinal).Replace("]", "%5D", StringComparison.Ordinal);
}
