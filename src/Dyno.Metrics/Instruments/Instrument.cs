namespace Dyno.Metrics;

/// <summary>
/// Aggregates the values of a metric: <see cref="Counter"/>, <see cref="Gauge"/>, <see cref="Rate"/> or <see cref="Trend"/>. One thread
/// writes. Another thread may merge the instrument into its own instrument while the writer continues.
/// </summary>
public abstract class Instrument
{
    private protected Instrument()
    {
    }

    /// <summary>Whether nothing was added yet.</summary>
    public abstract bool IsEmpty { get; }

    public static Instrument Create(MetricType type) => type switch
    {
        MetricType.Counter => new Counter(),
        MetricType.Gauge => new Gauge(),
        MetricType.Rate => new Rate(),
        _ => new Trend(),
    };

    /// <summary>Adds a finite value.</summary>
    public abstract void Add(double value);

    /// <summary>Adds everything that <paramref name="other"/> holds.</summary>
    /// <exception cref="ArgumentException"><paramref name="other"/> is of another type.</exception>
    public abstract void Merge(Instrument other);

    /// <summary>One figure; 0 when empty.</summary>
    /// <param name="elapsed">The time that a counter's rate is divided by; the rate is 0 when this time is not positive.</param>
    /// <exception cref="ArgumentException">The type has no such figure.</exception>
    public abstract double Read(Aggregation aggregation, TimeSpan elapsed);

    /// <summary>All figures, by the names that k6's summary gives them.</summary>
    /// <param name="elapsed">See <see cref="Read"/>.</param>
    /// <param name="trend">The figures of a trend; null: k6's default.</param>
    public abstract ImmutableSortedDictionary<string, double> Figures(
        TimeSpan elapsed, IEnumerable<Aggregation>? trend = null);

    /// <summary>Removes all values, and keeps the memory for later values.</summary>
    internal abstract void Reset();

    private protected static T SameType<T>(Instrument other) where T : Instrument =>
        other as T ?? throw new ArgumentException(
            $"a {other.GetType().Name} cannot be merged into a {typeof(T).Name}", nameof(other));

    private protected static ImmutableSortedDictionary<string, double> Named(
        params ReadOnlySpan<(string Name, double Value)> figures)
    {
        var named = ImmutableSortedDictionary.CreateBuilder<string, double>(StringComparer.Ordinal);
        foreach (var (name, value) in figures) named[name] = value;
        return named.ToImmutable();
    }

    private protected ArgumentException NoSuchFigure(Aggregation aggregation) =>
        new($"a {GetType().Name} has no {aggregation}", nameof(aggregation));
}
