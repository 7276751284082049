namespace Dyno.Reporting;

/// <summary>Which methods of a program use the CPU, on the console.</summary>
internal static class RunProfileSection
{
    private static readonly string[] Headings = ["method", "µs/req", "CPU", "bytes/req"];

    /// <summary>The lines of a profile; none without one.</summary>
    public static IEnumerable<IRenderable?> Of(RunProfile? profile, ReportStyle style, int most)
    {
        if (profile is null) yield break;
        yield return new Rows(new Line().Strong("CPU ").Plain(RunProfileFigures.Sentence(profile)));
        if (most > 0 && profile.Methods.Length > 0)
            yield return ConsoleSection.Table(style, Headings, profile.Methods.Take(most).Select(Row), nameWidth: 24, ["bytes/req"]);
        yield return new Rows([new Line().Quiet(RunProfileFigures.HowMeasured(profile)), .. profile.Notes.Select(note => new Line().Doubtful("! ").Plain(note))]);
    }

    private static Line[] Row(ProfiledMethod method) =>
    [
        Line.Of(method.Method).Quiet(RunProfileFigures.Source(method) is { Length: > 0 } source ? $" {source}" : ""),
        Line.Of(RunProfileFigures.Cost(method)), Line.Of(RunProfileFigures.Percent(method.Share)), Line.Of(RunProfileFigures.Bytes(method)),
    ];
}
