namespace Dyno.History;

/// <summary>One commit of a series.</summary>
/// <param name="Value">The logarithm of its ratio to the yardstick.</param>
/// <param name="Variance">The variance that its own launches give the value; 0 where no interval is known.</param>
internal readonly record struct SeriesValue(double Value, double Variance);
