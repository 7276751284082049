namespace Dyno.Experiments;

/// <summary>The results of one round of duet trials for the variants of a cell.</summary>
/// <param name="Runs">A run for each variant, in their order; empty when one variant did not come up.</param>
/// <param name="Failed">The index of the variant that did not come up, or ended by itself; null when none did.</param>
internal sealed record DuetRound(ImmutableArray<RunResult> Runs, int? Failed = null, string? Reason = null)
{
    /// <summary>The same round, with the variants in another order.</summary>
    /// <param name="places">Which variant stood at each place.</param>
    public DuetRound InOrderOf(int[] places) => this with
    {
        Runs = Runs.IsEmpty ? [] : [.. Enumerable.Range(0, places.Length).Select(variant => Runs[Array.IndexOf(places, variant)])],
        Failed = Failed is { } place ? places[place] : null,
    };
}
