namespace Dyno.K6;

/// <summary>The parts of an answer, when the script asks for them.</summary>
internal static class ResponseHost
{
    public static void AddTo(HostTable table, ScriptUser user)
    {
        var store = user.Responses;
        table.Add("body", call => ReturnBody(call, store[(long)call.Number(0)], user.Machine.Texts));
        table.Add("bodyBytes", call => store[(long)call.Number(0)].Wire!.Body.Span.CopyTo(call.Bytes(1)));
        table.Add("responseHeaders", call => call.Return(user.Run.HeaderTexts.Of(store[(long)call.Number(0)])));
        table.Add("responseTimings", call => WriteTimings(store[(long)call.Number(0)].Wire?.Timings ?? default, user.Numbers.From(Frame.Timings)));
        table.Add("responseRest", call => call.Return(ResponseJson.Rest(store[(long)call.Number(0)])));
        table.Add("responseRequest", call => call.Return(ResponseJson.Request(store[(long)call.Number(0)])));
        table.Add("requestBody", call => ReturnText(call, store[(long)call.Number(0)].Sent is { } sent ? sent.Body.Span : default));
        table.Add("gjson", call => call.Return(GjsonPath.Find(call.Text(0), call.Text(1))));
        table.Add("jsonError", call => call.Return(JsonPlace(call.Text(0))));
    }

    private static void WriteTimings(in WireTimings timings, Span<double> milliseconds)
    {
        milliseconds[0] = timings.DurationNanos / 1e6;
        milliseconds[1] = (timings.BlockedNanos + timings.ConnectingNanos + timings.TlsHandshakingNanos) / 1e6;
        milliseconds[2] = timings.ConnectingNanos / 1e6;
        milliseconds[3] = timings.TlsHandshakingNanos / 1e6;
        milliseconds[4] = timings.SendingNanos / 1e6;
        milliseconds[5] = timings.WaitingNanos / 1e6;
        milliseconds[6] = timings.ReceivingNanos / 1e6;
    }

    // Returns the body: a text, null where there is no body, or the number of bytes of a binary body.
    private static void ReturnBody(HostCall call, StoredResponse response, RepeatedTexts texts)
    {
        if (!response.HasBody) call.ReturnNull();
        else if (response.Kind == ResponseKind.Binary) call.Return(response.Wire!.Body.Length);
        else if (texts.TryGet(response.Wire!.Body.Span, out var text)) call.Return(text);
        else ReturnText(call, response.Wire!.Body.Span);
    }

    // The text is widened here and handed over as UTF-16, which takes a quarter of the time of the engine's own UTF-8 reader.
    private static void ReturnText(HostCall call, ReadOnlySpan<byte> body)
    {
        var buffer = ArrayPool<char>.Shared.Rent(body.Length);
        try
        {
            call.Return(buffer.AsSpan(0, Encoding.UTF8.GetChars(body, buffer)));
        }
        finally
        {
            ArrayPool<char>.Shared.Return(buffer);
        }
    }

    private static string JsonPlace(string text)
    {
        try
        {
            JsonDocument.Parse(text).Dispose();
            return "line 1";
        }
        catch (JsonException e)
        {
            if (string.IsNullOrWhiteSpace(text)) return "line 1, character 0, error: unexpected end of JSON input";
            var what = e.Message.Split(". Path:")[0].Split(" LineNumber:")[0].TrimEnd('.');
            return $"line {(e.LineNumber ?? 0) + 1}, character {e.BytePositionInLine ?? 0}, error: {what}";
        }
    }
}
