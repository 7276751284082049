namespace Dyno.Caching.Limits;

/// <summary>
/// How many calls may be in flight. The gate that owns a limit calls it under its lock, so a limit needs none of its own and
/// belongs to one gate.
/// </summary>
public interface IConcurrencyLimit
{
    /// <summary>The calls that may be in flight now; at least 1.</summary>
    int Current { get; }

    /// <summary>Takes a finished call into account; <see cref="Current"/> may change.</summary>
    void Observe(in CallSample sample);
}
