namespace Dyno.Experiments;

/// <summary>Where a search over rates ended.</summary>
/// <param name="Low">The highest rate found below the point; null when the lowest rate of the range was already beyond the point.</param>
/// <param name="High">The lowest rate found beyond the point; null when even the highest rate of the range was not beyond it.</param>
/// <param name="IsWhole">False when the search was cut short; the bracket is then what was known by that time.</param>
internal sealed record Bracket(double? Low, double? High, bool IsWhole = true);
