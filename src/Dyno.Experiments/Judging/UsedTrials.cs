namespace Dyno.Experiments;

/// <summary>The trials that count, in pairs: two variants are compared within a round, and where its variants were up in groups, within a group.</summary>
internal sealed class UsedTrials
{
    private readonly ILookup<(string Variant, string Cell), TrialRecord> _of;

    /// <summary>Takes those that count.</summary>
    /// <param name="ofWork">
    /// Whether the trials are to say what was counted, such as allocated bytes, and not how long it took. Then a void trial counts, too: a
    /// generator that stalled counts right.
    /// </param>
    public UsedTrials(IEnumerable<TrialRecord> trials, bool ofWork = false)
    {
        All = [.. trials.Where(t => t.Outcome == TrialOutcome.Used
            || (ofWork && t.Outcome is TrialOutcome.Void or TrialOutcome.RoundRepeated && !t.Metrics.IsEmpty))];
        _of = All.ToLookup(t => (t.Variant, t.Cell));
    }

    /// <summary>All of them, in the order in which they ran.</summary>
    public ImmutableArray<TrialRecord> All { get; }

    /// <summary>One pair of trials for each round in which both variants count, by round.</summary>
    public ImmutableArray<(TrialRecord Baseline, TrialRecord Variant)> Pairs(string baseline, string variant, string cell) =>
    [
        .. _of[(baseline, cell)].Join(_of[(variant, cell)], t => (t.Round, t.Attempt, t.Group), t => (t.Round, t.Attempt, t.Group), (from, to) => (from, to))
            .DistinctBy(pair => (pair.from.Round, pair.from.Attempt)).OrderBy(pair => (pair.from.Round, pair.from.Attempt)),
    ];

    /// <summary>
    /// The trials that a pair is judged by: one of the variant in each round, beside every launch of the baseline's program that was up with
    /// it. The control counts as a second baseline where it was up in all of these rounds.
    /// </summary>
    /// <param name="control">The second launch of the baseline; null: there is none.</param>
    public ImmutableArray<RoundOfPair> Rounds(string baseline, string variant, string cell, string? control)
    {
        var pairs = Pairs(baseline, variant, cell);
        var seconds = new Dictionary<TrialRecord, TrialRecord>(ReferenceEqualityComparer.Instance);
        if (control is not null)
            foreach (var (second, other) in Pairs(control, variant, cell)) seconds.Add(other, second);
        return pairs.All(pair => seconds.ContainsKey(pair.Variant))
            ? [.. pairs.Select(pair => new RoundOfPair([pair.Baseline, seconds[pair.Variant]], pair.Variant))]
            : [.. pairs.Select(pair => new RoundOfPair([pair.Baseline], pair.Variant))];
    }
}
