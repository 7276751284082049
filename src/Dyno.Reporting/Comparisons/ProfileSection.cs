namespace Dyno.Reporting;

/// <summary>Which methods cost a difference, on the console.</summary>
internal static class ProfileSection
{
    public static IEnumerable<IRenderable> Of(ProfileRecord profile, ReportStyle style, int most)
    {
        yield return new Rows(new Line().Strong("Why ").Plain(ProfileFigures.Heading(profile) + profile.Sentence));
        if (profile.Rows.Length > 0)
            yield return ConsoleSection.Table(style, ["method", "µs/req", "95 % interval", "before", "bytes/req"], profile.Rows.Take(most).Select(Row), nameWidth: 24, ["bytes/req", "before"]);
        yield return new Rows([new Line().Quiet(ProfileFigures.HowMeasured(profile)), .. profile.Notes.Select(note => new Line().Doubtful("! ").Plain(note))]);
    }

    private static Line[] Row(ProfileRow row) =>
    [
        Line.Of(row.Method).Quiet(ProfileFigures.Source(row) is { Length: > 0 } source ? $" {source}" : ""),
        Line.Of(ProfileFigures.Micros(row.Difference)), Line.Of(ProfileFigures.Interval(row)), Line.Of(ProfileFigures.Plain(row.Before)),
        Line.Of(row.AllocatedBytes is { } bytes ? ProfileFigures.Bytes(bytes) : ""),
    ];
}
