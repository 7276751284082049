namespace Dyno.History;

/// <summary>
/// The changes of a series: those that two detectors with different assumptions agree on. E-divisive assumes no distribution but only that the
/// order of the values means nothing without a change; the optimal partition takes the intervals of the launches at their word, and places a
/// change best. What only one of them sees is listed apart.
/// </summary>
internal static class ChangePoints
{
    /// <summary>The smallest number of commits between two changes, and so the number of commits after a change before it can be seen.</summary>
    public const int Fewest = 3;

    /// <summary>The smallest number of commits of a series with a change.</summary>
    public const int FewestInAll = 8;

    private const double Level = 0.95;

    // Two detectors may place the same change a few commits apart.
    private const int Near = 5;

    /// <summary>Finds the changes.</summary>
    /// <param name="series">The series, in the order of the commits.</param>
    public static Detection Find(IReadOnlyList<SeriesValue> series)
    {
        if (series.Count < FewestInAll) return Detection.Nothing;
        var variances = Noise.VariancesOf(series);
        var sums = new WeightedSums(series, variances);
        var partition = OptimalPartition.Find(sums, Fewest);
        // A permutation test takes a thousand times as long, and cannot add a change.
        var splits = partition.IsEmpty ? [] : EDivisive.Find(series, variances, Fewest);
        var agreed = Agreed(sums, partition, splits);
        return new Detection(Located(sums, agreed), splits, partition);
    }

    // Each split is matched with the nearest change of the same direction, at most half a stretch away: a drift looks like a stair, whose steps
    // may lie anywhere on it.
    private static List<(int Index, double Probability)> Agreed(WeightedSums sums, ImmutableArray<int> partition, ImmutableArray<Split> splits)
    {
        int[] ends = [0, .. partition, sums.Count];
        var taken = new HashSet<int>();
        var agreed = new List<(int Index, double Probability)>();
        var pairs = partition.SelectMany((at, i) => splits.Select(split => (At: at, Split: split, Away: Math.Abs(split.Index - at),
            Most: Math.Max(Near, Math.Min(at - ends[i], ends[i + 2] - at) / 2)))).Where(pair => pair.Away <= pair.Most).OrderBy(pair => pair.Away);
        foreach (var (at, split, _, _) in pairs)
            if (!agreed.Exists(change => change.Index == at) && taken.Add(split.Index)) agreed.Add((at, split.Probability));
        agreed.Sort();
        return agreed;
    }

    private static ImmutableArray<Change> Located(WeightedSums sums, List<(int Index, double Probability)> agreed)
    {
        int[] ends = [0, .. agreed.Select(change => change.Index), sums.Count];
        return [.. agreed.Select((change, i) => Located(sums, ends[i], change.Index, ends[i + 2]) with { Probability = change.Probability })];
    }

    private static Change Located(WeightedSums sums, int from, int at, int to)
    {
        var (earliest, latest) = Range(sums, from, at, to);
        var (before, after) = (sums.Weight(from, at), sums.Weight(at, to));
        var size = sums.Mean(at, to) - sums.Mean(from, at);
        // The weights say how far the values scatter; where they scatter more, the interval grows with them.
        var freedom = to - from - 2;
        var spread = Math.Max(1, (sums.Squares(from, at) + sums.Squares(at, to)) / freedom);
        var half = StudentT.InvCDF(0, 1, freedom, 1 - (1 - Level) / 2) * Math.Sqrt(spread * (1 / before + 1 / after));
        return new Change { Index = at, Earliest = earliest, Latest = latest, Size = size, Low = size - half, High = size + half };
    }

    // The places that hold 95 % of the probability of the change, each place equally likely before (Smith 1975, "A Bayesian approach to
    // inference about a change-point in a sequence of random variables", with the levels at their best values).
    private static (int Earliest, int Latest) Range(WeightedSums sums, int from, int at, int to)
    {
        var places = Enumerable.Range(from + 1, to - from - 1).Select(place => (Place: place,
            Squares: sums.Squares(from, place) + sums.Squares(place, to))).ToList();
        var least = places.Min(place => place.Squares);
        var likely = places.Select(place => (place.Place, Likelihood: Math.Exp((least - place.Squares) / 2))).OrderByDescending(place =>
            place.Likelihood).ToList();
        var (sum, all, earliest, latest) = (0.0, likely.Sum(place => place.Likelihood), at, at);
        foreach (var (place, likelihood) in likely)
        {
            (earliest, latest) = (Math.Min(earliest, place), Math.Max(latest, place));
            if ((sum += likelihood) >= Level * all) break;
        }
        return (earliest, latest);
    }
}

/// <summary>What the detectors say about a series.</summary>
/// <param name="Changes">The changes that both see, ascending.</param>
internal sealed record Detection(ImmutableArray<Change> Changes, ImmutableArray<Split> Splits, ImmutableArray<int> Partition)
{
    /// <summary>A series without a change.</summary>
    public static readonly Detection Nothing = new([], [], []);
}

internal sealed record Change
{
    /// <summary>The place of the first value of the new level.</summary>
    public required int Index { get; init; }

    /// <summary>The earliest place of that value, with 95 % certainty.</summary>
    public required int Earliest { get; init; }

    /// <summary>The latest place of that value, with 95 % certainty.</summary>
    public required int Latest { get; init; }

    /// <summary>New level − old level, in logarithms.</summary>
    public required double Size { get; init; }

    /// <summary>Lower end of the 95 % interval of the size.</summary>
    public required double Low { get; init; }

    /// <summary>Upper end of the 95 % interval of the size.</summary>
    public required double High { get; init; }

    /// <summary>The p-value of E-divisive.</summary>
    public double Probability { get; init; }
}
