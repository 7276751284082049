namespace Dyno.Http;

/// <summary>
/// A request in the form of HTTP/2: fields whose values are known or have slots, and a body. Immutable and thread-safe;
/// writing allocates no memory.
/// </summary>
internal sealed class Http2Request
{
    private const int LengthDigits = 10;

    // These headers are specific to HTTP/1.1 connections (RFC 9113, 8.2.2), or are written separately here.
    private static readonly ImmutableArray<string> Left = ["host", "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "content-length"];

    private readonly ImmutableArray<Http2Field> _fields;
    private readonly RequestSegment[] _body;

    private Http2Request(HttpRequestPlan plan, ImmutableArray<Http2Field> fields, RequestSegment[] body, int rows, GrpcCall? call = null)
    {
        Plan = plan;
        Call = call;
        _fields = fields;
        _body = body;
        IsHead = plan.Method == "HEAD";
        HasSlots = fields.Any(f => f.Known is null);
        BodyHasSlots = call?.HasSlots ?? body.Any(s => s.IsSlot);
        MaxBodyLength = call is not null ? call.AtOnce * call.MaxMessageLength : Enumerable.Range(0, BodyHasSlots ? rows : 1)
            .Max(row => body.Sum(s => s.MaxLengthOf(row)));
        MaxValueLength = Math.Max(call?.MaxTextLength ?? 0, fields.Max(f => f.MaxLength(rows)));
        MaxBlockLength = 2 * HpackInteger.MaxLength + fields.Sum(f => HpackEncoder.MaxLengthOf(f.Name.Length, f.MaxLength(rows)));
        Body = BodyHasSlots ? default : call is not null ? call.Body : body.Length == 0 ? default : (ReadOnlyMemory<byte>)body[0].BytesOf(0).ToArray();
    }

    public HttpRequestPlan Plan { get; }

    /// <summary>The gRPC call; null: the request is no call.</summary>
    public GrpcCall? Call { get; }

    /// <summary>Whether the whole body is sent together with the headers.</summary>
    public bool EndsAtOnce => Call is null || Call.AtOnce == Call.Messages;

    /// <summary>Whether fields differ from one sending to the next.</summary>
    public bool HasSlots { get; }

    /// <summary>Whether the body differs from one sending to the next.</summary>
    public bool BodyHasSlots { get; }

    /// <summary>The body when it has no slots.</summary>
    public ReadOnlyMemory<byte> Body { get; }

    public bool IsHead { get; }

    /// <summary>Largest length of the field block, in bytes.</summary>
    public int MaxBlockLength { get; }

    /// <summary>Largest length of the body, in bytes; for a call, of the messages sent with the headers.</summary>
    public int MaxBodyLength { get; }

    /// <summary>Length of the longest value, in bytes.</summary>
    public int MaxValueLength { get; }

    /// <summary>The fields that are always the same, with the bytes that each takes in the dynamic table.</summary>
    public IEnumerable<(string Field, int TableBytes)> KnownFields => _fields.Where(f => f.Known is not null)
        .Select(f => ($"{Encoding.Latin1.GetString(f.Name)}\n{Encoding.Latin1.GetString(f.Known!)}", f.Name.Length + f.Known!.Length + DynamicTable.Overhead));

    /// <summary>Builds a gRPC call (its HTTP/2 protocol: POST, content-type application/grpc, te trailers).</summary>
    /// <param name="plan">The request; its headers are the call's metadata.</param>
    /// <param name="call">Method and messages of the call.</param>
    public static Http2Request OfCall(HttpRequestPlan plan, GrpcCall call, HttpOptions options)
    {
        var builder = new RequestBuilder(plan.Name, options.Feed, plan.Slots);
        var own = plan.Headers.Where(h => !Left.Contains(h.Name.ToLowerInvariant()) && h.Name.ToUpperInvariant() is not ("TE" or "CONTENT-TYPE")).ToList();
        var fields = ImmutableArray.CreateBuilder<Http2Field>();
        fields.Add(Http2Field.Of(":method", "POST"));
        fields.Add(Http2Field.Of(":scheme", plan.Url.Scheme));
        fields.Add(Http2Field.Of(":authority", RequestRules.HostOf(plan.Url)));
        fields.Add(Http2Field.Of(":path", call.Method.Path));
        fields.Add(Http2Field.Of("content-type", "application/grpc"));
        fields.Add(Http2Field.Of("te", "trailers"));
        if (!own.Any(h => h.Name.Equals("grpc-timeout", StringComparison.OrdinalIgnoreCase))) fields.Add(Http2Field.Of("grpc-timeout", GrpcDeadline.Text(options.Timeout)));
        fields.Add(Http2Field.Of("grpc-accept-encoding", "identity,gzip,deflate"));
        foreach (var header in own) fields.Add(new Http2Field(header.Name.ToLowerInvariant(), builder.ValueOf(header)));
        return new Http2Request(plan, fields.ToImmutable(), [], options.Feed?.Rows.Length ?? 1, call);
    }

    /// <summary>Builds an HTTP request.</summary>
    /// <param name="plan">The request, which satisfies <see cref="RequestRules"/>.</param>
    /// <param name="feed">Rows for its slots; null for none.</param>
    /// <exception cref="UserFault">A row would break a field.</exception>
    public static Http2Request Build(HttpRequestPlan plan, DataFeed? feed)
    {
        var builder = new RequestBuilder(plan.Name, feed, plan.Slots);
        var body = builder.BodyOf(plan.Body);
        var host = plan.Headers.FirstOrDefault(h => h.Name.Equals("Host", StringComparison.OrdinalIgnoreCase));
        var authority = host.Name is null ? new HeaderField("Host", RequestRules.HostOf(plan.Url)) : host;
        var fields = ImmutableArray.CreateBuilder<Http2Field>();
        fields.Add(Http2Field.Of(":method", plan.Method));
        fields.Add(Http2Field.Of(":scheme", plan.Url.Scheme));
        fields.Add(new Http2Field(":authority", builder.ValueOf(authority)));
        fields.Add(new Http2Field(":path", builder.TargetOf(plan.Url)));
        foreach (var header in plan.Headers)
        {
            var name = header.Name.ToLowerInvariant();
            if (Left.Contains(name) || (name == "te" && header.Value != "trailers")) continue;
            fields.Add(new Http2Field(name, builder.ValueOf(header)));
        }
        if (body.Any(s => s.IsSlot)) fields.Add(new Http2Field("content-length", [RequestSegment.BodyLength]));
        else if (plan.Body.Length > 0 || plan.Method is "POST" or "PUT" or "PATCH")
            fields.Add(Http2Field.Of("content-length", plan.Body.Length.ToString(System.Globalization.CultureInfo.InvariantCulture)));
        return new Http2Request(plan, fields.ToImmutable(), body, feed?.Rows.Length ?? 1);
    }

    /// <summary>Writes the fields of a request without slots, and returns their length.</summary>
    public int WriteFields(HpackEncoder encoder, Span<byte> room) => WriteFields(encoder, room, default, 0, null, 0);

    /// <summary>Writes the fields and returns their length.</summary>
    /// <param name="encoder">Encoder of the connection.</param>
    /// <param name="room">At least <see cref="MaxBlockLength"/> bytes.</param>
    /// <param name="value">Room for <see cref="MaxValueLength"/> bytes.</param>
    /// <param name="row">Row of the feed.</param>
    /// <param name="bodyLength">The length of the body with these values.</param>
    public int WriteFields(HpackEncoder encoder, Span<byte> room, Span<byte> value, int row, ValueMaker? values, int bodyLength)
    {
        var written = encoder.Begin(room);
        foreach (var field in _fields)
        {
            if (field.Known is { } known) { written += encoder.Write(field.Name, known, HeaderIndexing.WhenItFits, room[written..]); continue; }
            var length = 0;
            foreach (ref readonly var segment in field.Segments.AsSpan()) length += segment.Write(row, value[length..], values, bodyLength);
            written += encoder.Write(field.Name, value[..length], HeaderIndexing.No, room[written..]);
        }
        return written;
    }

    /// <summary>Writes a body with slots and returns its length.</summary>
    /// <exception cref="GrpcMessageException">A value does not fit its field of a message.</exception>
    public int WriteBody(int row, Span<byte> room, Span<byte> text, ValueMaker? values)
    {
        var written = 0;
        for (var i = 0; i < Call?.AtOnce; i++) written += Call.Write(i, row, room[written..], text, values);
        foreach (ref readonly var segment in _body.AsSpan()) written += segment.Write(row, room[written..], values, 0);
        return written;
    }

    private sealed class Http2Field(string name, RequestSegment[] segments)
    {
        public byte[] Name { get; } = Encoding.ASCII.GetBytes(name);

        public RequestSegment[] Segments { get; } = segments;

        /// <summary>The value of the field; null when it has slots.</summary>
        public byte[]? Known { get; } = segments.Any(s => s.IsSlot) ? null : [.. segments.SelectMany(s => s.BytesOf(0).ToArray())];

        public static Http2Field Of(string name, string value) => new(name, [new RequestSegment(Encoding.UTF8.GetBytes(value))]);

        public int MaxLength(int rows) => Known?.Length
            ?? Enumerable.Range(0, rows).Max(row => Segments.Sum(s => s.MaxLengthOf(row) + (s.IsGenerated ? 0 : LengthDigits)));
    }
}
