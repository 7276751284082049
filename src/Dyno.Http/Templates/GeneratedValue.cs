namespace Dyno.Http.Templates;

/// <summary>
/// A value that is made anew each time a request is sent: a GUID, a random number, the time. Immutable and thread-safe:
/// what changes is in the <see cref="ValueMaker"/> of each worker. Writing allocates nothing, so that requests with such
/// values stay on the wire drivers.
/// </summary>
public abstract record GeneratedValue : ValueSource
{
    /// <summary>The most bytes one value takes.</summary>
    public abstract int MaxLength { get; }

    /// <summary>Writes one value as ASCII (or, for formats with other letters, UTF-8) and returns its length.</summary>
    /// <param name="maker">The worker's source of chance and time.</param>
    /// <param name="destination">At least <see cref="MaxLength"/> bytes.</param>
    public abstract int Write(ValueMaker maker, Span<byte> destination);
}

/// <summary>What generated values are made of, for one worker; one thread at a time.</summary>
/// <param name="random">Seeded by the run, so that a run can be repeated.</param>
/// <param name="time">The wall clock.</param>
public sealed class ValueMaker(Random random, TimeProvider time)
{
    /// <summary>Chance.</summary>
    public Random Random { get; } = random;

    /// <summary>The wall clock, with its local zone.</summary>
    public TimeProvider Time { get; } = time;
}
