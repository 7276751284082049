using System.Collections.Immutable;
using System.Text;
using Dyno.Results.Runs;
using Spectre.Console;
using Spectre.Console.Rendering;

namespace Dyno.Reporting.Console;

/// <summary>
/// One run on one screen. A pure function of the result, so <c>dyno run</c> and <c>dyno report</c> print the same.
/// </summary>
public static class ConsoleReport
{
    private const int SmallScreen = 24;
    private const int LineOfThePrompt = 1;

    // The blocks of the full report, top to bottom, with an empty line between them. A section without content is left out.
    private static readonly ImmutableArray<Block> Full =
    [
        new(VerdictSection.Top),
        new(PlanSection.Of),
        new(RateSection.Of),
        new(LatencySection.Of),
        new(AnswerSection.Of, VerdictSection.Checks, VerdictSection.Thresholds, VerdictSection.Metrics),
        new(StepSection.Of),
        new(DistributionSection.Of),
        new(SeriesSection.Of),
        new(WhySection.Of),
        new(ResourceSection.Of),
        new(VerdictSection.Bottom),
    ];

    // The blocks for a small screen. If they do not fit, the block with the highest number is left out first.
    private static readonly ImmutableArray<Block> Summary =
    [
        new(VerdictSection.Top),
        new(PlanSection.Of) { LeftOut = 2 },
        new(RateSection.Of, LatencySection.Of, AnswerSection.Of, VerdictSection.Checks, VerdictSection.Thresholds, VerdictSection.Metrics),
        new(StepSection.Of) { LeftOut = 4 },
        new(WhySection.Of) { LeftOut = 1 },
        new(SeriesSection.Of) { LeftOut = 5, StandsAlone = false },
        new(ResourceSection.Of) { LeftOut = 3, StandsAlone = false },
        new(VerdictSection.Bottom, VerdictSection.More),
    ];

    /// <summary>The report as text: in full, or the part of it that fits a screen of 24 lines.</summary>
    /// <param name="result">The run.</param>
    /// <param name="style">Width, colours and layout of the reader's screen.</param>
    public static string Render(RunResult result, ReportStyle style)
    {
        ArgumentNullException.ThrowIfNull(result);
        return style.IsFull ? Join(Full.Select(block => (block, block.Render(result, style)))) : Fitting(result, style);
    }

    private static string Fitting(RunResult result, ReportStyle style)
    {
        var blocks = Summary.Select(block => (Block: block, Text: block.Render(result, style))).Where(block => block.Text.Length > 0).ToList();
        var text = Join(blocks);
        while (text.Count(c => c == '\n') > SmallScreen - LineOfThePrompt && blocks.MaxBy(block => block.Block.LeftOut) is { Block.LeftOut: > 0 } next)
        {
            blocks.Remove(next);
            text = Join(blocks);
        }
        return text;
    }

    private static string Join(IEnumerable<(Block Block, string Text)> blocks)
    {
        var text = new StringBuilder();
        foreach (var (block, own) in blocks.Where(block => block.Text.Length > 0))
            text.Append(text.Length > 0 && block.StandsAlone ? "\n" : "").Append(own);
        return text.ToString();
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

    // Sections without an empty line between them.
    private sealed record Block(params ImmutableArray<Func<RunResult, ReportStyle, IRenderable?>> Sections)
    {
        /// <summary>The block's rank among those that a small screen leaves out, the highest first; 0: never left out.</summary>
        public int LeftOut { get; init; }

        /// <summary>Whether an empty line stands before the block.</summary>
        public bool StandsAlone { get; init; } = true;

        public string Render(RunResult result, ReportStyle style)
        {
            using var text = new StringWriter();
            var console = ConsoleFor(text, style);
            foreach (var section in Sections)
                if (section(result, style) is { } content)
                {
                    console.Write(content);
                    if (text.GetStringBuilder()[^1] != '\n') console.WriteLine();
                }
            return text.GetStringBuilder().Length == 0 ? "" : Trimmed(text.ToString());
        }
    }
}
