namespace Dyno.Load;

/// <summary>
/// The id of the trace that a request began, 128 bits, and whether the request asked for the trace to be recorded (W3C Trace Context,
/// <c>trace-id</c> and the flag <c>sampled</c>). The default value is no trace.
/// </summary>
/// <param name="High">The first 64 bits.</param>
/// <param name="Low">The last 64 bits.</param>
/// <param name="IsSampled">Whether the server was asked to record the trace.</param>
public readonly record struct TraceId(ulong High, ulong Low, bool IsSampled)
{
    /// <summary>Whether the request carried no trace of Dyno.</summary>
    public bool IsNone => (High | Low) == 0;

    /// <summary>The id as viewers show it: 32 digits, in lower case.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{High:x16}{Low:x16}");
}
