using System.Collections.Immutable;
using Dyno.Results.Comparisons;

namespace Dyno.Experiments.Judging;

/// <summary>The trials that count, in pairs: two variants are compared within a round, and where its variants were up in groups, within a group.</summary>
internal sealed class UsedTrials
{
    private readonly ILookup<(string Variant, string Cell), TrialRecord> _of;

    /// <summary>Takes those that count.</summary>
    /// <param name="trials">The trials of an experiment.</param>
    public UsedTrials(IEnumerable<TrialRecord> trials)
    {
        All = [.. trials.Where(t => t.Outcome == TrialOutcome.Used)];
        _of = All.ToLookup(t => (t.Variant, t.Cell));
    }

    /// <summary>All of them, in the order in which they ran.</summary>
    public ImmutableArray<TrialRecord> All { get; }

    /// <summary>One pair of trials for each round in which both variants count, by round.</summary>
    /// <param name="baseline">The variant that is compared with.</param>
    /// <param name="variant">The variant that is compared.</param>
    /// <param name="cell">The cell of both.</param>
    public ImmutableArray<(TrialRecord Baseline, TrialRecord Variant)> Pairs(string baseline, string variant, string cell) =>
    [
        .. _of[(baseline, cell)].Join(_of[(variant, cell)], t => (t.Round, t.Group), t => (t.Round, t.Group), (from, to) => (from, to))
            .DistinctBy(pair => pair.from.Round).OrderBy(pair => pair.from.Round),
    ];
}
