namespace Dyno.Experiments;

/// <summary>The ratio of each round, from which the verdict on a pair was made.</summary>
public static class LaunchRatios
{
    /// <summary>The natural logarithm of variant ÷ baseline in each round that counts, in the order of the rounds.</summary>
    /// <param name="pair">One of its pairs.</param>
    /// <returns>Empty when a round lacks the figure, or it is zero.</returns>
    public static ImmutableArray<double> Of(Comparison comparison, PairResult pair, string metric)
    {
        var used = new UsedTrials(comparison.Trials, FigureTable.Find(metric) is { IsStructural: true });
        var second = pair.Baseline == comparison.Experiment.Baseline && !pair.IsControl ? Judgement.ControlName : null;
        return Of(used.Rounds(pair.Baseline, pair.Variant, pair.Cell, second), metric) is { IsEmpty: false } ratios
            ? ratios : Of(used.Rounds(pair.Baseline, pair.Variant, pair.Cell, null), metric);
    }

    private static ImmutableArray<double> Of(ImmutableArray<RoundOfPair> rounds, string metric)
    {
        var ratios = rounds.Select(round => round.LogRatio(metric)).ToList();
        return ratios.Contains(null) ? [] : [.. ratios.OfType<double>()];
    }
}
