namespace CacheLab;

/// <summary>The result for one property: how often it was violated, in how many tries, and a time or a count.</summary>
/// <param name="Broken">Tries that violated the property.</param>
/// <param name="Tries">The number of all tries.</param>
internal sealed record Finding(int Broken, int Tries)
{
    /// <summary>The longest time that the property measures, in milliseconds; null when it measures none.</summary>
    public double? Milliseconds { get; init; }

    /// <summary>Whether the time was still running when the lab stopped watching.</summary>
    public bool IsAtLeast { get; init; }

    /// <summary>A count that the property measures; null when it measures none.</summary>
    public int? Count { get; init; }

    /// <summary>The exceptions that callers saw, by type; empty without any.</summary>
    public string Faults { get; init; } = "";
}
