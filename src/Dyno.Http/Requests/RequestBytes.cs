using Dyno.Load.Plans;

namespace Dyno.Http.Requests;

/// <summary>
/// A request as it goes over an HTTP/1.1 wire, built once: either one fixed block of bytes, or segments with slots that
/// a <see cref="DataFeed"/> fills row by row. Immutable and thread-safe; writing a row allocates nothing.
/// </summary>
public sealed class RequestBytes
{
    private readonly byte[] _fixed;
    private readonly RequestSegment[] _segments;

    private RequestBytes(HttpRequestPlan plan, RequestSegment[] segments, int rows)
    {
        Plan = plan;
        IsHead = plan.Method == "HEAD";
        IsIdempotent = plan.Method is "GET" or "HEAD" or "OPTIONS" or "TRACE" or "PUT" or "DELETE";
        _segments = segments;
        HasSlots = segments.Any(s => s.IsSlot);
        MaxLength = Enumerable.Range(0, HasSlots ? rows : 1).Max(LengthOf);
        _fixed = HasSlots ? [] : GC.AllocateUninitializedArray<byte>(MaxLength, pinned: true);
        if (!HasSlots) Compose(0, _fixed);
    }

    /// <summary>What it was built from.</summary>
    public HttpRequestPlan Plan { get; }

    /// <summary>Whether the bytes depend on a row.</summary>
    public bool HasSlots { get; }

    /// <summary>The whole request; empty when it has slots. The memory is pinned for the life of this object.</summary>
    public ReadOnlyMemory<byte> Fixed => _fixed;

    /// <summary>Bytes of the longest row.</summary>
    public int MaxLength { get; }

    /// <summary>Whether the answer has no body whatever its head says.</summary>
    public bool IsHead { get; }

    /// <summary>Whether it may be sent again when a reused connection turns out to be closed (RFC 9110, 9.2.2).</summary>
    public bool IsIdempotent { get; }

    /// <summary>Builds the bytes of <paramref name="plan"/>.</summary>
    /// <param name="plan">The request.</param>
    /// <param name="reuseConnections">False adds <c>Connection: close</c> unless the plan says something else.</param>
    /// <param name="feed">Rows for <c>{{column}}</c> in target, header values and body; null leaves such texts alone.</param>
    /// <exception cref="LoadException">The plan breaks <see cref="RequestRules"/>, or a row would break a header line.</exception>
    public static RequestBytes Build(HttpRequestPlan plan, bool reuseConnections = true, DataFeed? feed = null)
    {
        ArgumentNullException.ThrowIfNull(plan);
        var problems = feed is null ? [.. RequestRules.ProblemsOf(plan)] : RequestRules.ProblemsOf(WithoutLength(plan)).ToList();
        if (problems.Count > 0) throw new LoadException($"request {plan.Name}: {string.Join("; ", problems)}");
        var builder = new RequestBuilder(plan.Name, feed);
        builder.Write(plan, reuseConnections);
        return new RequestBytes(plan, builder.ToSegments(), feed?.Rows.Length ?? 1);
    }

    /// <summary>Bytes of the request with row <paramref name="row"/>.</summary>
    public int LengthOf(int row)
    {
        var length = 0;
        foreach (var segment in _segments) length += segment.BytesOf(row).Length;
        return length;
    }

    /// <summary>Writes the request with row <paramref name="row"/> and returns its length.</summary>
    /// <param name="row">0 to the feed's rows − 1; ignored without slots.</param>
    /// <param name="destination">At least <see cref="MaxLength"/> bytes.</param>
    public int Write(int row, Span<byte> destination)
    {
        if (HasSlots) return Compose(row, destination);
        _fixed.CopyTo(destination);
        return _fixed.Length;
    }

    private int Compose(int row, Span<byte> destination)
    {
        var written = 0;
        foreach (var segment in _segments)
        {
            var bytes = segment.BytesOf(row);
            bytes.CopyTo(destination[written..]);
            written += bytes.Length;
        }
        return written;
    }

    // With a feed the length depends on the row: the builder computes it and drops what the plan said.
    private static HttpRequestPlan WithoutLength(HttpRequestPlan plan) => plan with
    {
        Headers = [.. plan.Headers.Where(h => !h.Name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase))],
    };
}

/// <summary>A run of bytes that is the same in every row, or a slot with one run per row.</summary>
internal readonly struct RequestSegment
{
    private readonly byte[] _literal;
    private readonly byte[][]? _rows;

    public RequestSegment(byte[] literal) => _literal = literal;

    public RequestSegment(byte[][] rows) => (_literal, _rows) = ([], rows);

    public bool IsSlot => _rows is not null;

    public ReadOnlySpan<byte> BytesOf(int row) => _rows is null ? _literal : _rows[row];
}
