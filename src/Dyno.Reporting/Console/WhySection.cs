namespace Dyno.Reporting;

/// <summary>Explanations of the figures, from observations of the server.</summary>
internal static class WhySection
{
    public static IRenderable? Of(RunResult result, ReportStyle style, int most) => result.Explanations.IsDefaultOrEmpty || most == 0 ? null
        : ConsoleSection.Labelled("Why", result.Explanations.Take(most).Select(why => Line.Of(RunVerdictWords.Begun(why.Message))
            .Quiet(why.Evidence.IsDefaultOrEmpty || !style.IsFull ? "" : $" ({string.Join("; ", why.Evidence)})")));
}
