namespace Dyno.Reporting;

/// <summary>The result of <c>dyno bisect</c> on the console: the comparisons in the order of the history, then the outcome in sentences.</summary>
public static class BisectReport
{
    /// <summary>The report as text.</summary>
    /// <param name="style">Width and colours of the reader's screen.</param>
    public static string Render(BisectResult result, ReportStyle style)
    {
        return SmallScreen.Whole(
        [
            ConsoleReport.Part(style, _ => [new Line().Strong("bisect").Plain($" {result.Good.Id[..8]}..{result.Bad.Id[..8]}")
                .Quiet($"  {FigureText.Count(result.Commits, "commit")}, {FigureText.Count(result.Steps.Length, "comparison")}, {FigureTable.Of(result.Metric).Phrase}, {Minutes(result.Minutes)}")]),
            ConsoleReport.Part(style, _ => result.Steps.IsEmpty ? [] : [Steps(result)]),
            ConsoleReport.Part(style, _ => [new Rows(Words(result))]),
        ]);
    }

    /// <summary>A comparison in a few words.</summary>
    public static string StepInWords(BisectStep step)
    {
        var name = $"{step.Commit[..8]} \"{step.Subject}\"";
        return step.Answer == "skipped" ? $"{name} is skipped: {step.Reason}"
            : $"{name} {AnswerInWords(step.Answer)} ({Change(step)}, {FigureText.Count(step.Costs.Length, "round")})";
    }

    /// <summary>A probability; below certainty it is never written as 100 %.</summary>
    public static string Percent(double probability) =>
        probability is > 0.999 and < 1 ? "over 99.9 %" : probability.ToString("0.# %", CultureInfo.InvariantCulture);

    private static Grid Steps(BisectResult result)
    {
        var grid = new Grid();
        for (var i = 0; i < 4; i++) grid.AddColumn(new GridColumn { NoWrap = i < 3, Padding = new Padding(0, 0, 2, 0) });
        grid.AddRow(new Line().Quiet("compared"), new Line().Quiet(FigureTable.Of(result.Metric).Brief), new Line().Quiet("rounds"), new Line().Quiet("says"));
        foreach (var step in result.Steps)
        {
            grid.AddRow(Line.Of($"{step.Against[..8]}..{step.Commit[..8]}"), Line.Of(step.Costs.IsEmpty ? "" : Change(step)),
                Line.Of(step.Costs.IsEmpty ? "" : step.Costs.Length.ToString(CultureInfo.InvariantCulture)), Answer(step).Quiet($"  {step.Subject}"));
        }
        return grid;
    }

    private static IEnumerable<Line> Words(BisectResult result)
    {
        yield return result.Outcome == BisectOutcome.Found ? new Line().Bad("▼ ").Strong(result.Sentence + ".") : new Line().Doubtful("? ").Strong(result.Sentence + ".");
        if (result.Outcome == BisectOutcome.Found && result.Found.Length > 1)
            foreach (var commit in result.Found) yield return Line.Of(string.Create(CultureInfo.InvariantCulture, $"  {commit.Id[..8]} \"{commit.Subject}\" ({commit.Author}, {commit.AuthorDate:yyyy-MM-dd})"));
        if (result.Verdict is { } verdict) yield return Line.Of(verdict);
        if (result.Outcome is not (BisectOutcome.Found or BisectOutcome.NothingToFind) && !result.Likeliest.IsEmpty)
            yield return Line.Of($"likeliest: {string.Join(", ", result.Likeliest.Select(c => $"{c.Commit[..8]} \"{c.Subject}\" {Percent(c.Probability)}"))}");
        foreach (var profile in result.Profiles) yield return new Line().Quiet("why ").Plain(ProfileFigures.Heading(profile) + profile.Sentence);
        foreach (var remark in result.Remarks) yield return new Line().Quiet("· ").Plain(remark);
    }

    private static Line Answer(BisectStep step) => step.Answer switch
    {
        "slower" => new Line().Bad("slower"),
        "notSlower" => new Line().Good("not slower"),
        "between" => new Line().Doubtful("a part of it"),
        "skipped" => new Line().Doubtful($"skipped: {step.Reason}"),
        _ => new Line().Doubtful("unclear"),
    };

    private static string AnswerInWords(string answer) => answer switch
    {
        "slower" => "is slower",
        "notSlower" => "is not slower",
        "between" => "is slower by a part",
        _ => "is unclear",
    };

    private static string Change(BisectStep step) => FigureText.Difference(step.Ratio ?? 1, step.Low, step.High);

    private static string Minutes(double minutes) => minutes < 1 ? "less than a minute" : string.Create(CultureInfo.InvariantCulture, $"{minutes:0} min");
}
