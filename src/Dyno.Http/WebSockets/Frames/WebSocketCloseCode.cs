namespace Dyno.Http;

/// <summary>Status codes of a close frame (RFC 6455, 7.4).</summary>
internal static class WebSocketCloseCode
{
    public const int Normal = 1000;
    public const int GoingAway = 1001;
    public const int ProtocolError = 1002;

    /// <summary>A close without a code; this value is never sent.</summary>
    public const int None = 1005;

    /// <summary>The connection ended without a close; this value is never sent.</summary>
    public const int Abnormal = 1006;

    public const int BadData = 1007;
    public const int TooLarge = 1009;

    /// <summary>Whether a code may stand in a close frame.</summary>
    public static bool MayBeSent(int code) => code is >= 1000 and <= 1003 or >= 1007 and <= 1014 or >= 3000 and <= 4999;

    /// <summary>The code with its name, for a message: <c>1001 (going away)</c>.</summary>
    public static string NameOf(int code) => code switch
    {
        Normal => "1000 (normal)",
        GoingAway => "1001 (going away)",
        ProtocolError => "1002 (protocol error)",
        1003 => "1003 (unsupported data)",
        None => "no code",
        BadData => "1007 (invalid data)",
        1008 => "1008 (policy violation)",
        TooLarge => "1009 (message too big)",
        1010 => "1010 (extension missing)",
        1011 => "1011 (internal error)",
        1012 => "1012 (service restart)",
        1013 => "1013 (try again later)",
        1014 => "1014 (bad gateway)",
        _ => code.ToString(CultureInfo.InvariantCulture),
    };
}
