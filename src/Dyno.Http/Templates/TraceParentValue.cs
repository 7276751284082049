namespace Dyno.Http;

/// <summary>
/// The value of the header <c>traceparent</c> (W3C Trace Context, 3.2): a new trace for each request. Its ids are random and do not come
/// from the run's seed: two runs with the same seed must not share traces, and the load stays the same with and without them.
/// </summary>
/// <param name="Share">The share of the requests whose flag asks the server to record the trace, above 0 up to 1.</param>
public sealed record TraceParentValue(double Share) : GeneratedValue
{
    private const int TraceBytes = 16;
    private const int ParentBytes = 8;
    private const double ToFraction = 1.0 / (1UL << 53);

    public override int MaxLength => 55; // 00-TRACE-PARENT-01, in hexadecimal digits

    public override int Write(ValueMaker maker, Span<byte> destination)
    {
        var (high, low, parent) = (maker.NextId() | 1, maker.NextId(), maker.NextId() | 1); // ids of zeros are not valid
        var isSampled = Share >= 1 || (maker.NextId() >> 11) * ToFraction < Share;
        maker.Trace = new TraceId(high, low, isSampled);
        Span<byte> ids = stackalloc byte[TraceBytes + ParentBytes];
        BinaryPrimitives.WriteUInt64BigEndian(ids, high);
        BinaryPrimitives.WriteUInt64BigEndian(ids[8..], low);
        BinaryPrimitives.WriteUInt64BigEndian(ids[TraceBytes..], parent);
        "00-"u8.CopyTo(destination);
        Convert.TryToHexStringLower(ids[..TraceBytes], destination[3..], out _);
        destination[35] = (byte)'-';
        Convert.TryToHexStringLower(ids[TraceBytes..], destination[36..], out _);
        (isSampled ? "-01"u8 : "-00"u8).CopyTo(destination[52..]);
        return MaxLength;
    }
}
