namespace Dyno.Http;

/// <summary>The request that asks a server to speak WebSocket on its connection.</summary>
internal static class WebSocketUpgrade
{
    /// <summary>The placeholder that each connection replaces with its own key.</summary>
    public const string KeyPlace = "dyno~web~socket~key~0000";

    /// <summary>
    /// Compression without context takeover on both sides: a message can be compressed once for the whole run, and a connection needs no
    /// window of 32 KiB.
    /// </summary>
    public const string Deflate = "permessage-deflate; client_no_context_takeover; server_no_context_takeover";

    private const string ProtocolHeader = "Sec-WebSocket-Protocol";

    /// <summary>The plan as an HTTP request without a body, with the headers of the handshake added.</summary>
    public static HttpRequestPlan Of(HttpRequestPlan plan, bool compresses)
    {
        var headers = plan.Headers.Where(h => !IsOurs(h.Name)).ToList();
        headers.Add(new HeaderField("Connection", "Upgrade"));
        headers.Add(new HeaderField("Upgrade", "websocket"));
        headers.Add(new HeaderField("Sec-WebSocket-Version", "13"));
        headers.Add(new HeaderField("Sec-WebSocket-Key", KeyPlace));
        if (compresses) headers.Add(new HeaderField("Sec-WebSocket-Extensions", Deflate));
        return plan with { Method = "GET", Headers = [.. headers], Body = default };
    }

    /// <summary>The subprotocols that a request offers, in order.</summary>
    public static ImmutableArray<string> ProtocolsOf(IEnumerable<HeaderField> headers) =>
        [.. headers.Where(h => h.Name.Equals(ProtocolHeader, StringComparison.OrdinalIgnoreCase))
            .SelectMany(h => h.Value.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries))];

    // The content type in a file describes the messages (editors use it for syntax colouring), so it is not sent.
    private static bool IsOurs(string name) => name.ToUpperInvariant() is "CONNECTION" or "UPGRADE" or "SEC-WEBSOCKET-VERSION"
        or "SEC-WEBSOCKET-KEY" or "SEC-WEBSOCKET-EXTENSIONS" or "CONTENT-TYPE" or "CONTENT-LENGTH";
}
