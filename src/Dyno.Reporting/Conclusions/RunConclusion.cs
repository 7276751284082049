namespace Dyno.Reporting;

/// <summary>What a run shows and what may be concluded from it, in sentences for a reader without the report, such as a program.</summary>
public static class RunConclusion
{
    private const int MostFindings = 5;

    /// <summary>The verdict first, then its reasons, then what may be concluded; one sentence or finding on each line.</summary>
    /// <param name="result">The run, secrets masked.</param>
    public static string Of(RunResult result)
    {
        var verdict = RunVerdictWords.Of(result);
        List<string> lines = [$"{RunVerdictWords.Begun(verdict.Word)}: {verdict.Sentence}"];
        lines.AddRange(verdict.Findings.Take(MostFindings).Select(finding => $"- {finding.Text}"));
        if (verdict.Findings.Length > MostFindings) lines.Add($"- and {verdict.Findings.Length - MostFindings} more findings");
        lines.AddRange(result.Thresholds.Where(threshold => !threshold.Passed).Select(threshold => $"- Crossed: {threshold.Expression}"));
        lines.Add(May(result));
        return string.Join('\n', lines);
    }

    private static string May(RunResult result) => result.Health.State switch
    {
        HealthState.Void => "Nothing may be concluded about the server from this run: remove the cause above, and measure again.",
        _ when result.Measured.Totals.Requests == 0 => "Nothing may be concluded about the speed of the server: no request counts.",
        _ => "This is one measurement of one server. It says nothing about a difference: to compare, measure both in one comparison.",
    };
}
