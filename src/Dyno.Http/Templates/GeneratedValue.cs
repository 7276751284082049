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

/// <summary>
/// The sources of generated values of one worker: random numbers and the time, and the values that the places of one request share. For
/// one thread at a time.
/// </summary>
/// <param name="random">A generator seeded by the run, so that a run can be repeated.</param>
/// <param name="time">The wall clock.</param>
public sealed class ValueMaker(Random random, TimeProvider time)
{
    private readonly Dictionary<SharedValue, SharedText> _shared = new(ReferenceEqualityComparer.Instance);
    private long _request;

    /// <summary>The random numbers.</summary>
    public Random Random { get; } = random;

    /// <summary>The wall clock, with its local zone.</summary>
    public TimeProvider Time { get; } = time;

    /// <summary>Number of the virtual user whose request is written, over all workers of its scenario, from 0: tokens may be per user.</summary>
    public int User { get; set; }

    /// <summary>Begins a request: shared values are made anew.</summary>
    public void BeginRequest() => _request++;

    /// <summary>The text of a shared value in this request, which is made at its first use.</summary>
    internal ReadOnlySpan<byte> TextOf(SharedValue value)
    {
        if (!_shared.TryGetValue(value, out var text)) _shared[value] = text = new SharedText(new byte[value.MaxLength]);
        if (text.Request != _request) (text.Length, text.Request) = (value.Value.Write(this, text.Bytes), _request);
        return text.Bytes.AsSpan(0, text.Length);
    }

    private sealed class SharedText(byte[] bytes)
    {
        public byte[] Bytes { get; } = bytes;

        public int Length { get; set; }

        public long Request { get; set; } = -1;
    }
}
