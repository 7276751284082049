namespace Dyno.Experiments.Sweeps;

/// <summary>Where a search over rates ended.</summary>
/// <param name="Low">The highest rate found below the point; null when already the lowest of the range was beyond it.</param>
/// <param name="High">The lowest rate found beyond it; null when even the highest of the range was not.</param>
/// <param name="IsWhole">False when the search was cut short: then it says only what it knew by then.</param>
internal sealed record Bracket(double? Low, double? High, bool IsWhole = true);
