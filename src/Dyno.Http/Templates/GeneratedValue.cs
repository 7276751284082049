namespace Dyno.Http;

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
public sealed class ValueMaker(Random random, TimeProvider time)
{
    private readonly Dictionary<SharedValue, SharedText> _shared = new(ReferenceEqualityComparer.Instance);
    private long _request;
    private ulong _idState = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(sizeof(ulong)));

    public Random Random { get; } = random;

    /// <summary>The wall clock, with its local zone.</summary>
    public TimeProvider Time { get; } = time;

    /// <summary>The trace of the last request that was written; none when the request begins no trace.</summary>
    public TraceId Trace { get; internal set; }

    /// <summary>
    /// A random number that no seed of a run repeats, for ids: SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
    /// generators", 2014) from a start of the system's entropy.
    /// </summary>
    internal ulong NextId()
    {
        var z = _idState += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /// <summary>Number of the virtual user whose request is written, over all workers of its scenario, from 0: tokens may be per user.</summary>
    public int User { get; set; }

    /// <summary>Begins a request: shared values are made anew.</summary>
    public void BeginRequest()
    {
        _request++;
        Trace = default;
    }

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
