namespace Dyno.Experiments;

/// <summary>Reports how many trials count with a reservation, and which rules caused it.</summary>
internal static class StrainedTrials
{
    /// <param name="strained">Health of each strained trial; at least one.</param>
    /// <param name="all">How many trials there were.</param>
    public static HealthFinding Finding(IReadOnlyList<HealthRecord> strained, int all) => new()
    {
        Rule = "strained-trials",
        State = HealthState.Strained,
        Message = $"{strained.Count} of {all} trials were strained ({Reasons(strained)}). See their documents, and run on a quieter machine.",
    };

    // The rules that strained the trials, the most frequent first.
    private static string Reasons(IReadOnlyList<HealthRecord> strained) => string.Join(", ", strained
        .SelectMany(health => health.Findings.Select(f => f.Rule).Distinct()).GroupBy(rule => rule).OrderByDescending(g => g.Count()).Select(g => $"{g.Key} × {g.Count()}"));
}
