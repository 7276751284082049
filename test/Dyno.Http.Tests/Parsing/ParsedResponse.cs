namespace Dyno.Http.Tests;

/// <summary>A stream of bytes run through the parser the way a driver does it: in pieces, the unconsumed rest kept.</summary>
internal sealed record ParsedResponse(ParseEvent End, ResponseFault Fault, int Status, string Body, bool KeepAlive, int Consumed, int Interims)
{
    public static ParsedResponse Of(string bytes, bool toHead = false, int headLimit = 8192, bool thenClose = false) =>
        Of(Encoding.Latin1.GetBytes(bytes), [], toHead, headLimit, thenClose);

    /// <param name="bytes">The stream.</param>
    /// <param name="cuts">Offsets at which a piece ends, ascending.</param>
    /// <param name="toHead">Whether the request was HEAD.</param>
    /// <param name="headLimit">The limit.</param>
    /// <param name="thenClose">Whether the peer closes behind the last byte.</param>
    public static ParsedResponse Of(byte[] bytes, IEnumerable<int> cuts, bool toHead = false, int headLimit = 8192, bool thenClose = false)
    {
        var parser = new ResponseParser();
        parser.Reset(toHead, headLimit);
        var body = new StringBuilder();
        var (at, interims, last) = (0, 0, ParseEvent.NeedMore);
        foreach (var end in cuts.Append(bytes.Length))
        {
            do
            {
                last = parser.Read(bytes.AsSpan(at, end - at), out var consumed, out var bodyBytes);
                at += consumed;
                if (last == ParseEvent.Interim) interims++;
                if (last == ParseEvent.Body) body.Append(Encoding.Latin1.GetString(bytes, at - bodyBytes, bodyBytes));
            }
            while (last is not (ParseEvent.NeedMore or ParseEvent.Complete or ParseEvent.Failed));
            if (last != ParseEvent.NeedMore) break;
        }
        if (thenClose && last == ParseEvent.NeedMore) last = parser.Close();
        return new ParsedResponse(last, parser.Fault, parser.Status, body.ToString(), parser.KeepAlive, at, interims);
    }
}
