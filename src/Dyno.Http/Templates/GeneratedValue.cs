namespace Dyno.Http.Templates;

/// <summary>
/// A value that is made anew each time a request is sent: a GUID, a random number, the time. Immutable and thread-safe: the state is in
/// the <see cref="ValueMaker"/> of each worker. Writing a value allocates nothing, so that the wire drivers can send requests with
/// generated values.
/// </summary>
public abstract record GeneratedValue : ValueSource
{
    /// <summary>The largest number of bytes that one value takes.</summary>
    public abstract int MaxLength { get; }

    /// <summary>Writes one value as ASCII (or, for formats with other letters, UTF-8) and returns its length.</summary>
    /// <param name="maker">The worker's random numbers and clock.</param>
    /// <param name="destination">At least <see cref="MaxLength"/> bytes.</param>
    public abstract int Write(ValueMaker maker, Span<byte> destination);
}

/// <summary>The sources of generated values of one worker: random numbers and the time. For one thread at a time.</summary>
/// <param name="random">A generator seeded by the run, so that a run can be repeated.</param>
/// <param name="time">The wall clock.</param>
public sealed class ValueMaker(Random random, TimeProvider time)
{
    /// <summary>The random numbers.</summary>
    public Random Random { get; } = random;

    /// <summary>The wall clock, with its local zone.</summary>
    public TimeProvider Time { get; } = time;
}
