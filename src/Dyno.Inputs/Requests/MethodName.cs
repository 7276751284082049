namespace Dyno.Inputs;

/// <summary>An HTTP method: any token in capitals, except for a probable typing mistake.</summary>
internal static class MethodName
{
    private static readonly string[] Known =
    [
        "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "QUERY",
        "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK", "SEARCH", "REPORT", "MERGE", "PURGE",
        "LIST", "LINK", "UNLINK", "BIND", "UNBIND", "REBIND", "ACL", "LABEL", "UPDATE", "CHECKIN", "CHECKOUT", "MKACTIVITY", "MKCALENDAR",
        "MKWORKSPACE", "ORDERPATCH", "VIEW",
    ];

    public static bool TryRead(string text, SourcePlace place, out string method)
    {
        method = text.Trim().ToUpperInvariant();
        if (Known.Contains(method)) return true;
        if (method == "CONNECT")
            return Fail(place, "CONNECT opens a tunnel, which Dyno does not support", "write GET or another method");
        if (!HttpToken.IsToken(method))
            return Fail(place, $"this is not a method: \"{InText.Quote(text)}\"", "write GET, POST, PUT, PATCH, DELETE, HEAD or OPTIONS");
        if (NearestWord.Find(method, Known, 1) is { } meant)
            return Fail(place, $"the method \"{InText.Quote(text)}\" is not known", $"write {meant}");
        return true;
    }

    private static bool Fail(SourcePlace place, string what, string writeInstead)
    {
        place.Problem(what, writeInstead);
        return false;
    }
}
