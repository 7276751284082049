namespace Dyno.Reporting;

/// <summary>A comparison on the console: a table per cell, the reasons, the reservations, and the verdicts in words at the end, where they are read.</summary>
public static class ComparisonReport
{
    /// <summary>The report as text: in full, or the part of it that fits a screen of 24 lines.</summary>
    /// <param name="style">Width, colours and layout of the reader's screen.</param>
    public static string Render(Comparison comparison, ReportStyle style) =>
        style.IsFull ? SmallScreen.Whole(Parts(comparison, style)) : SmallScreen.Fitting(Parts(comparison, style));

    // In full, a part has all its items, and nothing is shortened by rank.
    private static IEnumerable<ScreenPart> Parts(Comparison comparison, ReportStyle style) =>
    [
        ConsoleReport.Part(style, _ => [Head(comparison)]),
        .. Cells(comparison).Select((cell, index) => ConsoleReport.Part(style, most => [VariantTable.Of(comparison, style, cell, most)])
            with { Rank = 2 + index, Least = 0, StandsAlone = style.IsFull }),
        ConsoleReport.Part(style, _ => [style.IsFull ? Lines(PairLines.OtherMetrics(comparison)) : null]),
        ConsoleReport.Part(style, most => [Lines(comparison.Variants.SelectMany(Services).Take(most))]) with { Rank = 1_005, Least = 0 },
        ConsoleReport.Part(style, most => [Lines(style.IsFull ? ReasonLines.WithEvidence(comparison) : ReasonLines.Of(comparison).Take(most))])
            with { Rank = 1_003, Least = 1 },
        ConsoleReport.Part(style, most => [Lines(Remarks(comparison).Take(most))]) with { Rank = 1_004, Least = 0 },
        ConsoleReport.Part(style, _ => [style.IsFull ? VariantTable.Legend(comparison) : null]),
        ConsoleReport.Part(style, most => [.. Health(comparison.Health, most)]) with { Rank = 1_006, Least = 2 },
        ConsoleReport.Part(style, most => [Lines(PairLines.Verdicts(comparison, most)), Lines(Sweep(comparison))]) with { Rank = 1_002, Least = 2 },
        ConsoleReport.Part(style, most => Profiles(comparison, style, most)) with { Rank = 1_001, Least = 2 },
    ];

    private static Rows? Lines(IEnumerable<Line> lines) => lines.ToList() is { Count: > 0 } all ? new Rows(all) : null;

    private static IEnumerable<string> Cells(Comparison comparison) => comparison.Variants.Select(v => v.Cell).Distinct();

    private static Rows Head(Comparison comparison)
    {
        var experiment = comparison.Experiment;
        var first = new Line().Strong(experiment.Name).Quiet(comparison.Interleaved
            ? $"  {FigureText.Count(comparison.Trials.Length, "trial")}, {FigureText.Count(experiment.Rounds, "round")} planned, seed {experiment.Seed}"
            : $"  {FigureText.Count(comparison.Trials.Length, comparison.Sweep is null ? "stored result" : "launch").Replace("launchs", "launches", StringComparison.Ordinal)}");
        return RevisionWords.Of(comparison) is { } revisions ? new Rows(first, new Line().Quiet(revisions)) : new Rows(first);
    }

    private static IEnumerable<Line> Services(VariantResult variant) => variant.Services.IsDefaultOrEmpty ? [] : variant.Services.Select(use =>
        new Line().Quiet($"{use.Name} ").Plain($"for {variant.Name}: {ServiceWords.Of(use)}"));

    // What a reader must know of the work that was compared.
    private static IEnumerable<Line> Remarks(Comparison comparison) =>
    [
        .. comparison.Skipped.Select(s => new Line().Doubtful("! ").Plain($"{s.Name} is left out: {s.Reason}")),
        .. comparison.AnswerDifferences.Select(d => new Line().Doubtful("! ").Plain(
            $"{d.Variant} answers {d.Step} differently{(d.Cell.Length > 0 ? $" in {d.Cell}" : "")}: {d.What}")),
        .. OutlierWords.Of(comparison) is { } apart ? [new Line().Doubtful("! ").Plain(apart + ".")] : (Line[])[],
        .. comparison.ShownNotes.Select(note => new Line().Quiet($"· {note}")),
    ];

    private static IEnumerable<Line> Sweep(Comparison comparison) => comparison.Sweep is not { } sweep ? [] :
    [
        .. SweepKnees.Of(sweep).Select(knee => new Line().Quiet("· " + knee)),
        .. sweep.Findings.Select(f => (f.Low is null ? new Line().Doubtful("→ ") : new Line().Good("→ ")).Plain($"{(f.Cell.Length > 0 ? f.Cell + ": " : "")}{f.Sentence}")),
    ];

    private static IEnumerable<IRenderable> Profiles(Comparison comparison, ReportStyle style, int most) =>
        comparison.Profiles.SelectMany(profile => ProfileSection.Of(profile, style, most));

    private static IEnumerable<IRenderable> Health(HealthRecord health, int most)
    {
        yield return health.State switch
        {
            HealthState.Void => new Line().Alarm(" VOID ").Bad(" this experiment gives no verdict"),
            HealthState.Strained => new Line().Caution(" STRAINED ").Doubtful(" usable, with a reservation"),
            _ => ConsoleSection.Labelled("Health", new Line().Good("healthy").Quiet(": nothing observed casts doubt on these verdicts")),
        };
        if (!health.Findings.IsEmpty) yield return VerdictSection.Findings(health, most);
    }
}
