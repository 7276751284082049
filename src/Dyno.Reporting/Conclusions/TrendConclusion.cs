namespace Dyno.Reporting;

/// <summary>What a trend shows, in sentences for a reader without the report, such as a program.</summary>
public static class TrendConclusion
{
    private const int MostChanges = 10;

    /// <summary>The whole trend in a sentence, then each change, the newest last; one on each line.</summary>
    public static string Of(TrendResult trend)
    {
        var changes = trend.Series.SelectMany(series => series.Changes.Select(change => $"- {TrendWords.Name(series)}: {TrendWords.Sentence(series, change)}")).ToList();
        List<string> lines = [TrendWords.Summary(trend)];
        if (changes.Count > MostChanges) lines.Add($"- {changes.Count - MostChanges} earlier changes are left out here");
        lines.AddRange(changes.TakeLast(MostChanges));
        lines.AddRange(trend.Notes.Select(note => $"- {note}"));
        return string.Join('\n', lines);
    }
}
