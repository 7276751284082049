namespace Dyno.Observation;

/// <summary>What a server said about itself at one moment: each figure once, and only values that can be true. Immutable.</summary>
internal sealed record ServerReading
{
    /// <summary>The largest number of series that are added up for one figure; with more, the figure is refused.</summary>
    public const int MostSeries = 10_000;

    private const double MostBytes = 1L << 50;
    private const double MostOfAnything = 1e15;

    /// <summary>Totals and levels.</summary>
    public required ImmutableDictionary<ServerFigure, double> Values { get; init; }

    /// <summary>Totals that the server sends piece by piece: each piece with its time, in milliseconds since 1970, ascending.</summary>
    public required ImmutableDictionary<ServerFigure, ImmutableArray<(long AtMillis, double Value)>> Pieces { get; init; }

    /// <summary>Figures with a value that cannot be true: below 0, no number, more than any machine has, or of too many series.</summary>
    public required ImmutableHashSet<ServerFigure> Refused { get; init; }

    /// <summary>Whether nothing that Dyno understands was sent.</summary>
    public bool IsEmpty => Values.IsEmpty && Pieces.IsEmpty && Refused.IsEmpty;

    /// <summary>Makes a reading of samples. Of several metrics for the same figure the best one counts, with all of its series.</summary>
    public static ServerReading Of(IEnumerable<MetricSample> samples)
    {
        var metrics = new Dictionary<(ServerFigure Figure, int Rank), Series>();
        foreach (var sample in samples)
        {
            var (name, scale) = KnownMetric.Spelled(sample.Name, sample.Unit);
            foreach (var known in KnownMetric.Of(name))
            {
                if (known.Generation.Length > 0 && known.Generation != sample.Generation) continue;
                var key = (known.Figure, known.Rank);
                if (!metrics.TryGetValue(key, out var series)) metrics[key] = series = new Series(known.IsPerInterval);
                series.Take(sample, sample.Value * scale, IsPossible(known.Figure, sample.Value * scale));
            }
        }
        var best = metrics.GroupBy(metric => metric.Key.Figure).ToDictionary(same => same.Key, same => same.MinBy(metric => metric.Key.Rank).Value);
        var values = best.Where(figure => figure.Value is { IsRefused: false, IsPerInterval: false })
            .ToImmutableDictionary(figure => figure.Key, figure => figure.Value.Sum);
        // A meter sends nothing for exceptions before the first one; the lock contentions beside them are always sent.
        if (values.ContainsKey(ServerFigure.LockContentions) && !best.ContainsKey(ServerFigure.Exceptions)) values = values.Add(ServerFigure.Exceptions, 0);
        return new ServerReading
        {
            Values = values,
            Pieces = best.Where(figure => figure.Value is { IsRefused: false, IsPerInterval: true })
                .ToImmutableDictionary(figure => figure.Key, figure => figure.Value.Pieces),
            Refused = [.. best.Where(figure => figure.Value.IsRefused).Select(figure => figure.Key)],
        };
    }

    private static bool IsPossible(ServerFigure figure, double value) => double.IsFinite(value) && value >= 0 && value <= figure switch
    {
        ServerFigure.WorkingSet or ServerFigure.Heap or ServerFigure.LargeObjectHeap or ServerFigure.Committed => MostBytes,
        ServerFigure.Cpus => ushort.MaxValue,
        ServerFigure.Allocated => double.MaxValue,
        _ => MostOfAnything,
    };

    private sealed class Series(bool isPerInterval)
    {
        private readonly Dictionary<string, (long At, double Value)> _latest = new(StringComparer.Ordinal);
        private readonly SortedDictionary<long, double> _pieces = [];

        public bool IsPerInterval => isPerInterval;

        public bool IsRefused { get; private set; }

        public double Sum => _latest.Values.Sum(value => value.Value);

        public ImmutableArray<(long AtMillis, double Value)> Pieces => [.. _pieces.Select(piece => (piece.Key, piece.Value))];

        public void Take(in MetricSample sample, double value, bool isPossible)
        {
            if (!isPossible || _latest.Count + _pieces.Count >= MostSeries) IsRefused = true;
            else if (!isPerInterval)
            {
                // dotnet-monitor sends the last values of a series one below the other: the latest counts.
                if (_latest.TryGetValue(sample.Series, out var known) && known.At > (sample.AtMillis ?? 0)) return;
                _latest[sample.Series] = (sample.AtMillis ?? 0, value);
            }
            else if (sample.AtMillis is { } at) _pieces[at] = value;
        }
    }
}
