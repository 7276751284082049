namespace Dyno.Reporting;

/// <summary>The values at which the curves of a search stop improving: a sentence for each curve that bends or peaks.</summary>
internal static class SweepKnees
{
    public static IEnumerable<string> Of(SweepResult sweep) =>
        sweep.Findings.DistinctBy(f => (f.Variant, f.Cell)).Select(f => Sentence(f, sweep)).OfType<string>();

    private static string? Sentence(SweepFinding finding, SweepResult sweep)
    {
        List<string> parts = [];
        if (finding.BendKnee is { } bend) parts.Add($"bends most at {Number(bend)} (Kneedle)");
        if (finding.ScalabilityKnee is { } peak)
        {
            // Outside the values that were tried, the law only extrapolates.
            parts.Add(peak < sweep.From || peak > sweep.To ? "has no peak among these values by the Universal Scalability Law"
                : $"peaks at {Number(peak)} by the Universal Scalability Law");
        }
        if (parts.Count == 0) return null;
        var name = finding.Cell.Length > 0 ? $"{finding.Variant}, {finding.Cell}" : finding.Variant;
        return $"the curve of {name} over {sweep.Over ?? "rates"} {string.Join(" and ", parts)}";
    }

    private static string Number(double value) => value.ToString(value < 10 ? "0.#" : "#,0", CultureInfo.InvariantCulture);
}
