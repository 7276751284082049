namespace CacheLab;

/// <summary>What became of one property: how often it was broken, out of how many tries, and how long something took.</summary>
/// <param name="Broken">Tries in which it did not hold.</param>
/// <param name="Tries">All tries.</param>
internal sealed record Finding(int Broken, int Tries)
{
    /// <summary>The longest time that the property is about, in milliseconds; null when it is about none.</summary>
    public double? Milliseconds { get; init; }

    /// <summary>Whether the time was still running when the lab stopped looking.</summary>
    public bool IsAtLeast { get; init; }

    /// <summary>A count that the property is about; null when it is about none.</summary>
    public int? Count { get; init; }

    /// <summary>The faults that callers saw, by type; empty without any.</summary>
    public string Faults { get; init; } = "";
}
