using Dyno.Results.Runs;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Dyno.Reporting.Console;

/// <summary>
/// One run on one screen. A pure function of the result, so <c>dyno run</c> and <c>dyno report</c> print the same.
/// </summary>
public static class ConsoleReport
{
    // The report's table of contents, top to bottom, in blocks set off by an empty line. A section that has nothing to
    // say is left out.
    private static readonly Func<RunResult, ReportStyle, IRenderable?>[][] Blocks =
    [
        [VerdictSection.Top],
        [PlanSection.Of],
        [RateSection.Of],
        [LatencySection.Of],
        [AnswerSection.Of, VerdictSection.Checks, VerdictSection.Thresholds, VerdictSection.Metrics],
        [StepSection.Of],
        [DistributionSection.Of],
        [SeriesSection.Of],
        [WhySection.Of],
        [ResourceSection.Of],
        [VerdictSection.Bottom],
    ];

    /// <summary>The report as text.</summary>
    /// <param name="result">The run.</param>
    /// <param name="style">Width and colours of the reader's screen.</param>
    public static string Render(RunResult result, ReportStyle style)
    {
        ArgumentNullException.ThrowIfNull(result);
        using var text = new StringWriter();
        var console = ConsoleFor(text, style);
        foreach (var block in Blocks)
        {
            var sections = block.Select(section => section(result, style)).OfType<IRenderable>().ToList();
            foreach (var section in sections) console.Write(section);
            if (sections.Count > 0) console.WriteLine();
        }
        return Trimmed(text.ToString());
    }

    internal static IAnsiConsole ConsoleFor(TextWriter text, ReportStyle style)
    {
        var console = AnsiConsole.Create(new AnsiConsoleSettings
        {
            Ansi = style.HasColour ? AnsiSupport.Yes : AnsiSupport.No,
            ColorSystem = style.HasColour ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
            Interactive = InteractionSupport.No,
            Out = new AnsiConsoleOutput(text),
            Enrichment = new ProfileEnrichment { UseDefaultEnrichers = false },
        });
        console.Profile.Width = style.Width;
        console.Profile.Capabilities.Unicode = true;
        return console;
    }

    internal static string Trimmed(string text) =>
        string.Join('\n', text.ReplaceLineEndings("\n").Split('\n').Select(line => line.TrimEnd())).TrimEnd('\n') + "\n";
}
