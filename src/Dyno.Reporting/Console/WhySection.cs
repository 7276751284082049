using Dyno.Reporting.Sheets;
using Dyno.Results.Runs;
using Spectre.Console.Rendering;

namespace Dyno.Reporting.Console;

/// <summary>Explanations of the figures, from observations of the server.</summary>
internal static class WhySection
{
    public static IRenderable? Of(RunResult result, ReportStyle style) => result.Explanations.IsDefaultOrEmpty ? null
        : ConsoleSection.Labelled("Why", result.Explanations.Select(why => Line.Of(RunVerdictWords.Begun(why.Message))
            .Quiet(why.Evidence.IsDefaultOrEmpty || !style.IsFull ? "" : $" ({string.Join("; ", why.Evidence)})")));
}
