namespace Dyno.Reporting;

/// <summary>The reasons to trust or distrust the numbers: health and outcome at the top and at the bottom, checks, thresholds.</summary>
internal static class VerdictSection
{
    /// <summary>The state void or strained, and an outcome other than planned, before all numbers.</summary>
    public static IRenderable? Top(RunResult result, int most)
    {
        var lines = new List<IRenderable>();
        if (Outcome(result) is { } outcome) lines.Add(outcome);
        if (Headline(result) is { } headline) lines.Add(headline);
        if (!result.Health.Findings.IsEmpty) lines.Add(Findings(result.Health, most));
        return lines.Count == 0 ? null : new Rows(lines);
    }

    /// <summary>The verdict in one line at the end, where it is read last.</summary>
    public static IRenderable? Bottom(RunResult result) => result.Health.State switch
    {
        HealthState.Void => new Line().Alarm(" VOID ").Bad(" do not quote these numbers: see the first lines"),
        HealthState.Strained => new Line().Caution(" STRAINED ").Doubtful(
            $" {RunVerdictWords.Quoting(result)}"),
        _ => ConsoleSection.Labelled("Health", new Line().Good("healthy").Quiet(": nothing the generator observed casts doubt on these numbers")),
    };

    /// <summary>The command that shows the whole report.</summary>
    public static IRenderable More() => ConsoleSection.Labelled("", new Line().Quiet("the whole report: dyno report last --full"));

    /// <summary>Each check with the share of answers that met it.</summary>
    public static IRenderable? Checks(RunResult result)
    {
        var checks = result.Measured.Checks;
        return checks.IsDefaultOrEmpty ? null : ConsoleSection.Labelled("Checks", checks.Select(Check));
    }

    /// <summary>Each threshold with the value it was judged on.</summary>
    public static IRenderable? Thresholds(RunResult result) =>
        result.Thresholds.IsDefaultOrEmpty ? null : ConsoleSection.Labelled("Thresholds", result.Thresholds.Select(threshold => Threshold(threshold, result)));

    /// <summary>The metrics that a script defined, and which requests their figures cover.</summary>
    public static IRenderable? Metrics(RunResult result)
    {
        var lines = ScriptMetrics.Of(result.Measured).Select(m => Line.Of($"{m.Metric.Name}  ").Strong(m.Figures)).ToList();
        var isAsked = lines.Count > 0 || !result.Thresholds.IsDefaultOrEmpty;
        if (isAsked && ScriptMetrics.Remark(result) is { } remark) lines.Add(new Line().Quiet(remark));
        return lines.Count == 0 ? null : ConsoleSection.Labelled("Metrics", lines);
    }

    private static Line? Headline(RunResult result) => result.Health.State switch
    {
        HealthState.Void => new Line().Alarm(" VOID ").Bad(" these numbers are not a measurement of the server"),
        HealthState.Strained => new Line().Caution(" STRAINED ").Doubtful($" {RunVerdictWords.Reservation(result)}"),
        _ => null,
    };

    /// <summary>The reservations against a measurement, the worst first.</summary>
    /// <param name="most">The most findings that are shown; the others are counted.</param>
    public static IRenderable Findings(HealthRecord health, int most)
    {
        var shown = health.Findings.Take(most).Select(Finding);
        return ConsoleSection.Marked(health.Findings.Length <= most ? shown : shown.Append((new Line(), new Line().Quiet($"and {health.Findings.Length - most} more: --full"))));
    }

    private static (Line, Line) Finding(HealthFinding finding) =>
        (finding.State == HealthState.Void ? new Line().Bad("✗") : new Line().Doubtful("!"),
            Line.Of(finding.Message).Quiet($" ({finding.Rule})"));

    private static Line? Outcome(RunResult result) => result.Outcome switch
    {
        RunOutcome.Completed => null,
        RunOutcome.Interrupted => new Line().Caution(" INTERRUPTED ").Doubtful($" {Reason(result, "stopped before its end; what was measured until then is below")}"),
        RunOutcome.Aborted => new Line().Caution(" ABORTED ").Doubtful($" {Reason(result, "cut before its end; work in flight was abandoned")}"),
        RunOutcome.ThresholdAborted => new Line().Alarm(" ENDED EARLY ").Bad($" {Reason(result, "a threshold was crossed")}"),
        _ => new Line().Alarm(" FAILED ").Bad($" {Reason(result, "the run could not go on")}"),
    };

    private static string Reason(RunResult result, string otherwise) => result.OutcomeReason ?? otherwise;

    private static Line Check(CheckResult check)
    {
        var line = check.Fails == 0 ? new Line().Good("✓ ") : new Line().Bad("✗ ");
        line.Plain($"{check.Name}  ").Strong(FigureText.Percent(check.Passes, check.Passes + check.Fails));
        return check.Fails == 0 ? line : line.Bad($"  {FigureText.Count(check.Fails)} of {FigureText.Count(check.Passes + check.Fails)} failed");
    }

    private static Line Threshold(ThresholdRecord threshold, RunResult result)
    {
        var line = threshold.Passed ? new Line().Good("✓ ") : new Line().Bad("✗ ");
        line.Plain($"{threshold.Metric}: {threshold.Expression}  ");
        line.Strong(ThresholdValue.Of(threshold, result));
        return threshold.Aborted ? line.Bad("  crossing it ended the run") : line;
    }
}
