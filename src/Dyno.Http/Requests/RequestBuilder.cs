using System.Buffers;
using System.Globalization;
using System.Text;
using Dyno.Load.Plans;

namespace Dyno.Http.Requests;

/// <summary>Writes a plan into segments: literals grow until a slot begins.</summary>
internal sealed class RequestBuilder(string requestName, DataFeed? feed)
{
    private readonly List<RequestSegment> _segments = [];
    private readonly ArrayBufferWriter<byte> _literal = new();

    public void Write(HttpRequestPlan plan, bool reuseConnections)
    {
        Text($"{plan.Method} ");
        Slots(Uri.UnescapeDataString, plan.Url.PathAndQuery, Uri.EscapeDataString);
        Text(" HTTP/1.1\r\n");
        if (!Has(plan, "Host")) Text($"Host: {HostOf(plan.Url)}\r\n");
        foreach (var header in plan.Headers) WriteHeader(header);
        if (!reuseConnections && !Has(plan, "Connection")) Text("Connection: close\r\n");
        WriteBody(plan);
    }

    public RequestSegment[] ToSegments()
    {
        Flush();
        return [.. _segments];
    }

    private void WriteHeader(HeaderField header)
    {
        if (header.Name.Equals("Content-Length", StringComparison.OrdinalIgnoreCase)) return; // computed with the body
        Text($"{header.Name}: ");
        Slots(static text => text, header.Value, value => RequestRules.IsHeaderValue(value)
            ? value
            : throw new LoadException($"request {requestName}: a row of the feed has a line break or a NUL for header {header.Name}",
                "remove it from the feed, or use the column in the body"));
        Text("\r\n");
    }

    private void WriteBody(HttpRequestPlan plan)
    {
        var body = new RequestBuilder(requestName, feed);
        // A body that is not text can hold no slot; Latin-1 keeps every byte, so looking for braces is safe.
        if (feed is null) body._literal.Write(plan.Body.Span);
        else body.BodySlots(Encoding.Latin1.GetString(plan.Body.Span));
        var segments = body.ToSegments();
        var rows = segments.Any(s => s.IsSlot) ? feed!.Rows.Length : 1;
        var lengths = new byte[rows][];
        for (var row = 0; row < rows; row++)
            lengths[row] = Encoding.ASCII.GetBytes(segments.Sum(s => s.BytesOf(row).Length).ToString(CultureInfo.InvariantCulture));
        if (plan.Body.Length > 0 || plan.Method is "POST" or "PUT" or "PATCH" || Has(plan, "Content-Length"))
        {
            Text("Content-Length: ");
            if (rows > 1) Slot(lengths); else _literal.Write(lengths[0]);
            Text("\r\n");
        }
        Text("\r\n");
        foreach (var segment in segments)
            if (segment.IsSlot) { Flush(); _segments.Add(segment); } else _literal.Write(segment.BytesOf(0));
    }

    private void BodySlots(string latin1)
    {
        foreach (var (text, column) in SlotScanner.Split(latin1, feed!.Columns, static t => t))
            if (column < 0) _literal.Write(Encoding.Latin1.GetBytes(text));
            else Slot([.. feed.Rows.Select(row => Encoding.UTF8.GetBytes(row[column]))]);
    }

    private void Slots(Func<string, string> unescape, string template, Func<string, string> encode)
    {
        if (feed is null) { Text(template); return; }
        foreach (var (text, column) in SlotScanner.Split(template, feed.Columns, unescape))
            if (column < 0) Text(text);
            else Slot([.. feed.Rows.Select(row => Encoding.UTF8.GetBytes(encode(row[column])))]);
    }

    private void Text(string text) => _literal.Write(Encoding.UTF8.GetBytes(text));

    private void Slot(byte[][] rows)
    {
        Flush();
        _segments.Add(new RequestSegment(rows));
    }

    private void Flush()
    {
        if (_literal.WrittenCount == 0) return;
        _segments.Add(new RequestSegment(_literal.WrittenSpan.ToArray()));
        _literal.ResetWrittenCount();
    }

    private static bool Has(HttpRequestPlan plan, string name) =>
        plan.Headers.Any(h => h.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    private static string HostOf(Uri url)
    {
        var host = url.HostNameType == UriHostNameType.IPv6 ? $"[{url.DnsSafeHost.Split('%')[0]}]" : url.IdnHost;
        return url.IsDefaultPort ? host : $"{host}:{url.Port}";
    }
}
