using System.Collections.Immutable;

namespace Dyno.Scenarios;

/// <summary>Makes figures of your own, which code adds to while the load goes on.</summary>
public static class Metric
{
    /// <summary>A sum.</summary>
    /// <param name="name">Unique in a run.</param>
    /// <param name="unitOfMeasure">For people: <c>MB</c>, <c>orders</c>.</param>
    public static Counter CreateCounter(string name, string unitOfMeasure = "") => new(name, unitOfMeasure);

    /// <summary>A last value.</summary>
    /// <inheritdoc cref="CreateCounter"/>
    public static Gauge CreateGauge(string name, string unitOfMeasure = "") => new(name, unitOfMeasure);
}

/// <summary>A figure of your own; <see cref="IScenarioInitContext.RegisterMetric"/> makes it part of the run.</summary>
public abstract class CustomMetric
{
    private protected CustomMetric(string name, string unitOfMeasure)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(name);
        (MetricName, UnitOfMeasure) = (name, unitOfMeasure ?? "");
    }

    /// <summary>Its name.</summary>
    public string MetricName { get; }

    /// <summary>Its unit; empty for none.</summary>
    public string UnitOfMeasure { get; }

    /// <summary>What it is at the moment.</summary>
    public abstract double Value { get; }
}

/// <summary>A sum. Thread-safe.</summary>
public sealed class Counter : CustomMetric
{
    private long _sum;

    internal Counter(string name, string unitOfMeasure) : base(name, unitOfMeasure)
    {
    }

    /// <inheritdoc/>
    public override double Value => Interlocked.Read(ref _sum);

    /// <summary>Adds to it.</summary>
    public void Add(long value) => Interlocked.Add(ref _sum, value);
}

/// <summary>A last value. Thread-safe.</summary>
public sealed class Gauge : CustomMetric
{
    private double _value;

    internal Gauge(string name, string unitOfMeasure) : base(name, unitOfMeasure)
    {
    }

    /// <inheritdoc/>
    public override double Value => Volatile.Read(ref _value);

    /// <summary>Sets it.</summary>
    public void Set(double value) => Volatile.Write(ref _value, value);
}

/// <summary>The figures of your own that a run had, at its end. Immutable.</summary>
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
