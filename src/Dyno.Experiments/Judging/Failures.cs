namespace Dyno.Experiments;

/// <summary>
/// Whether a variant fails more often than its baseline. An answer that only refuses is quick, but useless, so such a variant is never
/// called faster or the same.
/// </summary>
internal static class Failures
{
    private const double Noticeable = 0.001; // of the requests; below that they change no figure that is compared

    /// <summary>The rise of the failures in a sentence; null when failures do not rise.</summary>
    public static string? Rise(IReadOnlyCollection<TrialRecord> baseline, IReadOnlyCollection<TrialRecord> variant)
    {
        if (ShareOf(baseline) is not { } from || ShareOf(variant) is not { } to || to - from <= Noticeable) return null;
        return $"{variant.First().Variant} fails more often than {baseline.First().Variant}: {VerdictWords.Percent(to)} of its requests against {VerdictWords.Percent(from)}.";
    }

    // The share over all trials together; null for trials of earlier builds, which have no such figure.
    private static double? ShareOf(IReadOnlyCollection<TrialRecord> trials) =>
        trials.Count > 0 && trials.All(t => t.Metrics.ContainsKey("failedShare")) ? trials.Average(t => t.Metrics["failedShare"]) : null;
}
