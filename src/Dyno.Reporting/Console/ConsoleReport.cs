namespace Dyno.Reporting;

/// <summary>One run on one screen. A pure function of the result, so <c>dyno run</c> and <c>dyno report</c> print the same.</summary>
public static class ConsoleReport
{
    /// <summary>The report as text: in full, or the part of it that fits a screen of 24 lines.</summary>
    /// <param name="style">Width, colours and layout of the reader's screen.</param>
    public static string Render(RunResult result, ReportStyle style) =>
        style.IsFull ? SmallScreen.Whole(Full(result, style)) : SmallScreen.Fitting(Summary(result, style));

    // The parts of the full report, top to bottom. A section without content is left out.
    private static IEnumerable<ScreenPart> Full(RunResult result, ReportStyle style) =>
    [
        Part(style, most => GrowthSection.Of(result.Growth, style, most)),
        Part(style, most => [VerdictSection.Top(result, most)]),
        Part(style, most => [PlanSection.Of(result, style, most)]),
        Part(style, most => [StepSection.Of(result, style, most)]),
        Part(style, _ => [RateSection.Of(result, style)]),
        Part(style, _ => [LatencySection.Of(result, style)]),
        Part(style, most => [AnswerSection.Of(result, style, most), VerdictSection.Checks(result),
            VerdictSection.Thresholds(result), VerdictSection.Metrics(result)]),
        Part(style, most => [TraceSection.Of(result, style, most)]),
        Part(style, _ => [DistributionSection.Of(result, style)]),
        Part(style, _ => [SeriesSection.Of(result, style)]),
        Part(style, most => [WhySection.Of(result, style, most)]),
        Part(style, most => RunProfileSection.Of(result.Profile, style, most)),
        Part(style, _ => [ResourceSection.Of(result, style)]),
        Part(style, _ => [VerdictSection.Bottom(result)]),
    ];

    // The target, the requests and the server stay on the smallest screen, whatever else is to be said of the run.
    private static IEnumerable<ScreenPart> Summary(RunResult result, ReportStyle style) =>
    [
        Part(style, most => GrowthSection.Of(result.Growth, style, most)),
        Part(style, most => [VerdictSection.Top(result, most)]) with { Rank = 6, Least = 1 },
        Part(style, most => [PlanSection.Of(result, style, most)]) with { Rank = 4, Least = 1 },
        Part(style, most => [StepSection.Of(result, style, most)]) with { Rank = 1, Least = 1, StandsAlone = false },
        Part(style, most => [RateSection.Of(result, style), LatencySection.Of(result, style), AnswerSection.Of(result, style, most),
            VerdictSection.Checks(result), VerdictSection.Thresholds(result), VerdictSection.Metrics(result)]) with { Rank = 3, Least = 1 },
        Part(style, most => [WhySection.Of(result, style, most)]) with { Rank = 5, Least = 0 },
        Part(style, most => [TraceSection.Of(result, style, most)]) with { Rank = 8, Least = 1 },
        Part(style, most => RunProfileSection.Of(result.Profile, style, most)) with { Rank = 4, Least = 3 },
        Part(style, most => [most > 0 ? SeriesSection.Of(result, style) : null]) with { Rank = 7, Least = 0, StandsAlone = false },
        Part(style, most => [ResourceSection.Of(result, style)]) with { StandsAlone = false },
        Part(style, _ => [VerdictSection.Bottom(result)]),
        Part(style, most => [most > 0 ? VerdictSection.More() : null]) with { Rank = 2, Least = 0, StandsAlone = false },
    ];

    /// <summary>A part of several sections without an empty line between them.</summary>
    /// <param name="sections">The sections with at most so many items each; null for one without content.</param>
    internal static ScreenPart Part(ReportStyle style, Func<int, IEnumerable<IRenderable?>> sections) => new(most =>
    {
        using var text = new StringWriter();
        var console = ConsoleFor(text, style);
        foreach (var section in sections(most).OfType<IRenderable>())
        {
            console.Write(section);
            if (text.GetStringBuilder()[^1] != '\n') console.WriteLine();
        }
        return text.GetStringBuilder().Length == 0 ? "" : Trimmed(text.ToString());
    });

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
