namespace Dyno.Scenarios;

/// <summary>Makes figures of your own, to which code adds while the load runs.</summary>
public static class Metric
{
    /// <summary>Creates a counter, which holds a sum.</summary>
    /// <param name="name">Unique in a run.</param>
    /// <param name="unitOfMeasure">The unit, for people: <c>MB</c>, <c>orders</c>.</param>
    public static Counter CreateCounter(string name, string unitOfMeasure = "") => new(name, unitOfMeasure);

    /// <summary>Creates a gauge, which holds the last value.</summary>
    /// <inheritdoc cref="CreateCounter"/>
    public static Gauge CreateGauge(string name, string unitOfMeasure = "") => new(name, unitOfMeasure);
}

/// <summary>A figure of your own. <see cref="IScenarioInitContext.RegisterMetric"/> adds the figure to the run.</summary>
public abstract class CustomMetric
{
    private protected CustomMetric(string name, string unitOfMeasure)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(name);
        (MetricName, UnitOfMeasure) = (name, unitOfMeasure ?? "");
    }

    /// <summary>The name of the figure.</summary>
    public string MetricName { get; }

    /// <summary>The unit of the figure; empty for none.</summary>
    public string UnitOfMeasure { get; }

    /// <summary>The current value.</summary>
    public abstract double Value { get; }
}

/// <summary>A counter, which holds a sum. Thread-safe.</summary>
public sealed class Counter : CustomMetric
{
    private long _sum;

    internal Counter(string name, string unitOfMeasure) : base(name, unitOfMeasure)
    {
    }

    /// <inheritdoc/>
    public override double Value => Interlocked.Read(ref _sum);

    /// <summary>Adds to the sum.</summary>
    public void Add(long value) => Interlocked.Add(ref _sum, value);
}

/// <summary>A gauge, which holds the last value. Thread-safe.</summary>
public sealed class Gauge : CustomMetric
{
    private double _value;

    internal Gauge(string name, string unitOfMeasure) : base(name, unitOfMeasure)
    {
    }

    /// <inheritdoc/>
    public override double Value => Volatile.Read(ref _value);

    /// <summary>Sets the value.</summary>
    public void Set(double value) => Volatile.Write(ref _value, value);
}

/// <summary>The figures of your own at the end of a run. Immutable.</summary>
/// <param name="Counters">Sums, in the order of their registration.</param>
/// <param name="Gauges">Last values, in the order of their registration.</param>
public sealed record MetricStats(ImmutableArray<CounterStats> Counters, ImmutableArray<GaugeStats> Gauges);

/// <summary>A sum at the end of a run.</summary>
/// <param name="MetricName">Its name.</param>
/// <param name="UnitOfMeasure">Its unit; empty for none.</param>
/// <param name="Value">The sum.</param>
public sealed record CounterStats(string MetricName, string UnitOfMeasure, long Value);

/// <summary>A last value at the end of a run.</summary>
/// <param name="MetricName">Its name.</param>
/// <param name="UnitOfMeasure">Its unit; empty for none.</param>
/// <param name="Value">The value.</param>
public sealed record GaugeStats(string MetricName, string UnitOfMeasure, double Value);
