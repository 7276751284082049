namespace Dyno.Caching.Limits;

/// <summary>
/// The number of calls that may be in flight. A limit belongs to one gate, which calls it under its own lock, so a limit needs no lock.
/// </summary>
public interface IConcurrencyLimit
{
    /// <summary>The calls that may be in flight now; at least 1.</summary>
    int Current { get; }

    /// <summary>Takes a finished call into account; <see cref="Current"/> may change.</summary>
    void Observe(in CallSample sample);
}
