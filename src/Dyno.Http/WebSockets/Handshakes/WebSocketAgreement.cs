namespace Dyno.Http;

/// <summary>The result of a handshake: what the head of a 101 response says.</summary>
/// <param name="Problem">Why the handshake failed; null when it succeeded.</param>
/// <param name="Protocol">The subprotocol that the server chose; empty if none.</param>
/// <param name="IsCompressed">Whether permessage-deflate was agreed on.</param>
internal readonly record struct WebSocketAgreement(string? Problem, string Protocol = "", bool IsCompressed = false)
{
    /// <summary>Reads the head (RFC 6455, 4.1).</summary>
    /// <param name="head">The status line and all header lines.</param>
    /// <param name="nonce">The nonce from which the key was made.</param>
    /// <param name="compresses">Whether compression was offered.</param>
    public static WebSocketAgreement Read(ReadOnlySpan<byte> head, ReadOnlySpan<byte> nonce, ImmutableArray<string> protocols, bool compresses)
    {
        var (upgrades, connects, accepts, protocol, extensions) = (false, false, false, "", "");
        for (var lines = new HeaderLines(head); lines.MoveNext();)
        {
            if (Is(lines.Name, "Upgrade"u8)) upgrades |= Is(lines.Value, "websocket"u8);
            else if (Is(lines.Name, "Connection"u8)) connects |= HasToken(lines.Value);
            else if (Is(lines.Name, "Sec-WebSocket-Accept"u8)) accepts = WebSocketKey.IsAccepted(nonce, lines.Value);
            else if (Is(lines.Name, "Sec-WebSocket-Protocol"u8)) protocol = Encoding.Latin1.GetString(lines.Value);
            else if (Is(lines.Name, "Sec-WebSocket-Extensions"u8)) extensions += (extensions.Length > 0 ? ", " : "") + Encoding.Latin1.GetString(lines.Value);
        }
        var problem = !upgrades ? "the 101 response lacks Upgrade: websocket"
            : !connects ? "the 101 response lacks Connection: Upgrade"
            : !accepts ? "Sec-WebSocket-Accept does not match the key that was sent"
            : protocol.Length > 0 && !protocols.Contains(protocol) ? $"the server chose the subprotocol {protocol}, which was not offered"
            : protocol.Length == 0 && protocols.Length > 0 ? $"the server chose none of the subprotocols {string.Join(", ", protocols)}"
            : ProblemOf(extensions, compresses);
        return new WebSocketAgreement(problem, protocol, problem is null && extensions.Length > 0);
    }

    private static string? ProblemOf(string extensions, bool compresses)
    {
        if (extensions.Length == 0) return null;
        var words = extensions.Split(';', StringSplitOptions.TrimEntries);
        if (!compresses || extensions.Contains(',', StringComparison.Ordinal) || !words[0].Equals("permessage-deflate", StringComparison.OrdinalIgnoreCase))
            return $"the server chose the extension {extensions}, which was not offered";
        if (!words.Contains("server_no_context_takeover", StringComparer.OrdinalIgnoreCase))
            return "the server did not accept server_no_context_takeover: it compresses messages with the context of earlier messages";
        return words.Skip(1).FirstOrDefault(w => !IsKnown(w)) is { } unknown ? $"the server chose {unknown} of permessage-deflate, which was not offered" : null;
    }

    private static bool IsKnown(string word) => word.StartsWith("server_max_window_bits=", StringComparison.OrdinalIgnoreCase)
        || word.Equals("server_no_context_takeover", StringComparison.OrdinalIgnoreCase)
        || word.Equals("client_no_context_takeover", StringComparison.OrdinalIgnoreCase);

    private static bool HasToken(ReadOnlySpan<byte> value)
    {
        foreach (var token in value.Split((byte)','))
            if (Is(value[token].Trim((byte)' '), "Upgrade"u8)) return true;
        return false;
    }

    private static bool Is(ReadOnlySpan<byte> text, ReadOnlySpan<byte> word) => Ascii.EqualsIgnoreCase(text, word);
}
