using Dyno.Reporting.Sheets;
using Dyno.Results.Runs;
using Spectre.Console.Rendering;

namespace Dyno.Reporting.Console;

/// <summary>Why the figures are as they are, by what was seen of the server.</summary>
internal static class WhySection
{
    public static IRenderable? Of(RunResult result, ReportStyle style) => result.Explanations.IsDefaultOrEmpty ? null
        : ConsoleSection.Labelled("Why", result.Explanations.Select(why => Line.Of(RunVerdictWords.Begun(why.Message))
            .Quiet(why.Evidence.IsDefaultOrEmpty || !style.IsFull ? "" : $" ({string.Join("; ", why.Evidence)})")));
}
