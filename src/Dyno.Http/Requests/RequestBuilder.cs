namespace Dyno.Http;

/// <summary>Turns a plan into segments: literal bytes are collected until a slot begins.</summary>
internal sealed class RequestBuilder(string requestName, DataFeed? feed, ImmutableArray<GeneratedSlot> generated)
{
    // The columns of the feed, then the generated values: both kinds of slot share one numbering.
    private readonly ImmutableArray<string> _slotNames = [.. feed?.Columns ?? [], .. generated.Select(g => g.Name)];
    private readonly List<RequestSegment> _segments = [];
    private readonly ArrayBufferWriter<byte> _literal = new();

    public void Write(HttpRequestPlan plan, bool reuseConnections)
    {
        Text($"{plan.Method} ");
        Slots(Uri.UnescapeDataString, plan.Url.PathAndQuery, Uri.EscapeDataString, isEscaped: true);
        Text(" HTTP/1.1\r\n");
        if (!Has(plan, "Host")) Text($"Host: {RequestRules.HostOf(plan.Url)}\r\n");
        foreach (var header in plan.Headers) WriteHeader(header);
        if (!reuseConnections && !Has(plan, "Connection")) Text("Connection: close\r\n");
        WriteBody(plan);
    }

    /// <summary>The segments of the target: path and query.</summary>
    public RequestSegment[] TargetOf(Uri url)
    {
        Slots(Uri.UnescapeDataString, url.PathAndQuery, Uri.EscapeDataString, isEscaped: true);
        return ToSegments();
    }

    public RequestSegment[] ValueOf(HeaderField header)
    {
        WriteValue(header);
        return ToSegments();
    }

    public RequestSegment[] BodyOf(ReadOnlyMemory<byte> bytes)
    {
        // Latin-1 keeps every byte, so the search for braces is safe even in a body that is not text.
        if (_slotNames.IsEmpty) _literal.Write(bytes.Span);
        else BodySlots(Encoding.Latin1.GetString(bytes.Span));
        return ToSegments();
    }

    public RequestSegment[] ToSegments()
    {
        Flush();
        RequestSegment[] all = [.. _segments];
        _segments.Clear();
        return all;
    }

    private void WriteHeader(HeaderField header)
    {
        if (header.Name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase)) return; // computed with the body
        Text($"{header.Name}: ");
        WriteValue(header);
        Text("\r\n");
    }

    private void WriteValue(HeaderField header) =>
        Slots(static text => text, header.Value, value => RequestRules.IsHeaderValue(value)
            ? value
            : throw new UserFault($"request {requestName}: a row of the feed has a line break or a NUL for header {header.Name}",
                "remove it from the feed, or use the column in the body"));

    private void WriteBody(HttpRequestPlan plan)
    {
        var segments = new RequestBuilder(requestName, feed, generated).BodyOf(plan.Body);
        if (plan.Body.Length > 0 || plan.Method is "POST" or "PUT" or "PATCH" || Has(plan, "Content-Length"))
        {
            Text("Content-Length: ");
            WriteLength(segments);
            Text("\r\n");
        }
        Text("\r\n");
        if (segments.Any(s => s.IsGenerated)) Add(RequestSegment.EndOfHead);
        foreach (var segment in segments)
            if (segment.IsSlot) Add(segment); else _literal.Write(segment.BytesOf(0));
    }

    private void WriteLength(RequestSegment[] body)
    {
        if (body.Any(s => s.IsGenerated)) { Add(RequestSegment.BodyLength); return; } // known after the values are generated
        var rows = body.Any(s => s.IsSlot) ? feed!.Rows.Length : 1;
        var lengths = new byte[rows][];
        for (var row = 0; row < rows; row++)
            lengths[row] = Encoding.ASCII.GetBytes(body.Sum(s => s.BytesOf(row).Length).ToString(CultureInfo.InvariantCulture));
        if (rows > 1) Add(new RequestSegment(lengths)); else _literal.Write(lengths[0]);
    }

    private void BodySlots(string latin1)
    {
        foreach (var (text, slot) in SlotScanner.Split(latin1, _slotNames, static t => t))
            if (slot < 0) _literal.Write(Encoding.Latin1.GetBytes(text));
            else Slot(slot, static value => value, isEscaped: false);
    }

    private void Slots(Func<string, string> unescape, string template, Func<string, string> encode, bool isEscaped = false)
    {
        if (_slotNames.IsEmpty) { Text(template); return; }
        foreach (var (text, slot) in SlotScanner.Split(template, _slotNames, unescape))
            if (slot < 0) Text(text);
            else Slot(slot, encode, isEscaped);
    }

    private void Slot(int slot, Func<string, string> encode, bool isEscaped)
    {
        var columns = feed?.Columns.Length ?? 0;
        if (slot < columns) Add(new RequestSegment([.. feed!.Rows.Select(row => Encoding.UTF8.GetBytes(encode(row[slot])))]));
        else Add(new RequestSegment(generated[slot - columns].Value, isEscaped));
    }

    private void Text(string text) => _literal.Write(Encoding.UTF8.GetBytes(text));

    private void Add(RequestSegment segment)
    {
        Flush();
        _segments.Add(segment);
    }

    private void Flush()
    {
        if (_literal.WrittenCount == 0) return;
        _segments.Add(new RequestSegment(_literal.WrittenSpan.ToArray()));
        _literal.ResetWrittenCount();
    }

    private static bool Has(HttpRequestPlan plan, string name) =>
        plan.Headers.Any(h => h.Name.Equals(name, StringComparison.OrdinalIgnoreCase));
}
