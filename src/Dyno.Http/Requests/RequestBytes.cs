namespace Dyno.Http;

/// <summary>
/// The bytes of an HTTP/1.1 request, built once: either one fixed block of bytes, or segments with slots. A
/// <see cref="DataFeed"/> fills slots row by row; generated values fill slots with a new value each time. Immutable and
/// thread-safe; writing allocates no memory.
/// </summary>
public sealed class RequestBytes
{
    private readonly byte[] _fixed;
    private readonly RequestSegment[] _segments;
    private readonly int _headSegments; // above 0: the body's length is known only after its values are generated
    private readonly int _maxHeadLength;

    private RequestBytes(HttpRequestPlan plan, RequestSegment[] segments, int rows)
    {
        Plan = plan;
        IsHead = plan.Method == "HEAD";
        MayFollow = Resending.MayFollow(plan.Method);
        _segments = segments;
        HasSlots = segments.Any(s => s.IsSlot);
        MaxLength = Enumerable.Range(0, HasSlots ? rows : 1).Max(LengthOf);
        _headSegments = Math.Max(0, Array.FindIndex(segments, s => s.IsEndOfHead));
        for (var i = 0; i < _headSegments; i++) _maxHeadLength += Enumerable.Range(0, rows).Max(segments[i].MaxLengthOf);
        if (_headSegments > 0) MaxLength += _maxHeadLength; // room to write the body after the longest head
        _fixed = HasSlots ? [] : GC.AllocateUninitializedArray<byte>(MaxLength, pinned: true);
        if (!HasSlots) Compose(0, _fixed, null);
    }

    /// <summary>The plan that the request was built from.</summary>
    public HttpRequestPlan Plan { get; }

    /// <summary>Whether the bytes differ from one sending to the next.</summary>
    public bool HasSlots { get; }

    /// <summary>The whole request; empty when it has slots. The memory is pinned for the life of this object.</summary>
    public ReadOnlyMemory<byte> Fixed => _fixed;

    /// <summary>Largest number of bytes that <see cref="Write"/> needs.</summary>
    public int MaxLength { get; }

    /// <summary>Whether the method is HEAD: the answer then has no body, whatever its head says.</summary>
    public bool IsHead { get; }

    /// <summary>See <see cref="Resending.MayFollow"/>.</summary>
    public bool MayFollow { get; }

    /// <summary>Builds the bytes of <paramref name="plan"/>.</summary>
    /// <param name="reuseConnections">False adds <c>Connection: close</c> unless the plan has a Connection header.</param>
    /// <param name="feed">Rows for <c>{{column}}</c> in target, header values and body; null leaves such texts unchanged.</param>
    /// <exception cref="UserFault">The plan breaks <see cref="RequestRules"/>, or a row would break a header line.</exception>
    public static RequestBytes Build(HttpRequestPlan plan, bool reuseConnections = true, DataFeed? feed = null)
    {
        var hasSlots = feed is not null || !plan.Slots.IsEmpty;
        var problems = !hasSlots ? [.. RequestRules.ProblemsOf(plan)] : RequestRules.ProblemsOf(WithoutLength(plan)).ToList();
        if (problems.Count > 0) throw new UserFault($"request {plan.Name}: {string.Join("; ", problems)}");
        var builder = new RequestBuilder(plan.Name, feed, plan.Slots);
        builder.Write(plan, reuseConnections);
        return new RequestBytes(plan, builder.ToSegments(), feed?.Rows.Length ?? 1);
    }

    /// <summary>Length in bytes of the request with row <paramref name="row"/> and with the longest generated values.</summary>
    public int LengthOf(int row)
    {
        var length = 0;
        foreach (var segment in _segments) length += segment.MaxLengthOf(row);
        return length;
    }

    /// <summary>Writes the request with row <paramref name="row"/> and returns its length.</summary>
    /// <param name="row">0 to the feed's rows − 1; ignored without slots.</param>
    /// <param name="destination">At least <see cref="MaxLength"/> bytes.</param>
    /// <param name="values">Makes the generated values; required when the request has any.</param>
    public int Write(int row, Span<byte> destination, ValueMaker? values = null)
    {
        values?.BeginRequest();
        if (HasSlots) return Compose(row, destination, values);
        _fixed.CopyTo(destination);
        return _fixed.Length;
    }

    private int Compose(int row, Span<byte> destination, ValueMaker? values)
    {
        if (_headSegments == 0) return Compose(_segments, row, destination, values, bodyLength: 0);
        // The head contains the body's length: the body is written first, after the longest head, and then moved to its head.
        var body = destination[_maxHeadLength..];
        var bodyLength = Compose(_segments.AsSpan(_headSegments), row, body, values, bodyLength: 0);
        var headLength = Compose(_segments.AsSpan(0, _headSegments), row, destination, values, bodyLength);
        body[..bodyLength].CopyTo(destination[headLength..]);
        return headLength + bodyLength;
    }

    private static int Compose(ReadOnlySpan<RequestSegment> segments, int row, Span<byte> destination, ValueMaker? values, int bodyLength)
    {
        var written = 0;
        foreach (ref readonly var segment in segments) written += segment.Write(row, destination[written..], values, bodyLength);
        return written;
    }

    // With slots the length may vary: the builder computes Content-Length and drops the plan's value.
    private static HttpRequestPlan WithoutLength(HttpRequestPlan plan) => plan with
    {
        Headers = [.. plan.Headers.Where(h => !h.Name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase))],
    };
}
