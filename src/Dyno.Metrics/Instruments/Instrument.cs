using System.Collections.Immutable;
using Dyno.Metrics.Catalog;
using Dyno.Metrics.Thresholds;

namespace Dyno.Metrics.Instruments;

/// <summary>
/// Sums up the values of a metric: <see cref="Counter"/>, <see cref="Gauge"/>, <see cref="Rate"/> or <see cref="Trend"/>.
/// One writing thread; another thread may merge it into an instrument of its own while the writer goes on.
/// </summary>
public abstract class Instrument
{
    private protected Instrument()
    {
    }

    /// <summary>Whether nothing was added yet.</summary>
    public abstract bool IsEmpty { get; }

    /// <summary>An empty instrument of a type.</summary>
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
    /// <param name="aggregation">A figure that the type has.</param>
    /// <param name="elapsed">What a counter's rate is divided by; not positive gives 0.</param>
    /// <exception cref="ArgumentException">The type has no such figure.</exception>
    public abstract double Read(Aggregation aggregation, TimeSpan elapsed);

    /// <summary>Every figure by the name k6's summary gives it.</summary>
    /// <param name="elapsed">See <see cref="Read"/>.</param>
    /// <param name="trend">Which figures of a trend; k6's default unless told otherwise.</param>
    public abstract ImmutableSortedDictionary<string, double> Figures(
        TimeSpan elapsed, IEnumerable<Aggregation>? trend = null);

    /// <summary>Forgets everything, and keeps its memory for what comes next.</summary>
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
