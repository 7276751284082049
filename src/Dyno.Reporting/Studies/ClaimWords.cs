namespace Dyno.Reporting;

/// <summary>The outcome of a claim, in the words that all reports use.</summary>
internal static class ClaimWords
{
    public static string Of(ClaimOutcome outcome) => outcome switch
    {
        ClaimOutcome.Holds => "holds",
        ClaimOutcome.DoesNotHold => "does not hold",
        ClaimOutcome.CannotBeJudged => "cannot be judged here",
        _ => "not run",
    };

    /// <summary>The figure with its interval; a dash without one.</summary>
    public static string Measured(ClaimRecord claim)
    {
        if (claim.Measured.Length == 0) return "–";
        return claim.Interval.Length == 0 ? claim.Measured : $"{claim.Measured} ({claim.Interval})";
    }

    /// <summary>The number of claims of each outcome, in one line.</summary>
    public static string Summary(StudyRecord study)
    {
        var counts = study.Claims.GroupBy(c => c.Outcome).OrderBy(g => g.Key).Select(g => $"{g.Count()} {Plural(g.Key, g.Count())}");
        return study.Claims.Length switch { 0 => "no claims", 1 => "1 claim: ", var all => $"{all} claims: " } + string.Join(", ", counts);
    }

    private static string Plural(ClaimOutcome outcome, int count) => (outcome, count) switch
    {
        (ClaimOutcome.Holds, > 1) => "hold",
        (ClaimOutcome.DoesNotHold, > 1) => "do not hold",
        _ => Of(outcome),
    };
}
