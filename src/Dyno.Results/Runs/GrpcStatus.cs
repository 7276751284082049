namespace Dyno.Results;

/// <summary>
/// The status codes of gRPC and their numbers in a result. OK is 200; every other code is 600 plus the code, so that each code is
/// counted apart, counts as failed, and is not a status of HTTP.
/// </summary>
public static class GrpcStatus
{
    /// <summary>The number that is added to a code other than OK.</summary>
    public const int Offset = 600;

    /// <summary>RESOURCE_EXHAUSTED.</summary>
    public const int ResourceExhausted = 8;

    /// <summary>INTERNAL.</summary>
    public const int Internal = 13;

    private static readonly string[] Names =
    [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS", "PERMISSION_DENIED", "RESOURCE_EXHAUSTED",
        "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
    ];

    /// <summary>The status under which a code is counted.</summary>
    /// <param name="code">0 to 16; others are UNKNOWN, as the standard says.</param>
    public static int InResults(int code) => code == 0 ? 200 : Offset + (code < Names.Length ? code : 2);

    /// <summary>The text for a status of a result: its number, or the name of a gRPC code.</summary>
    public static string Text(int status) => status is > Offset and < Offset + 17
        ? NameOf(status - Offset) : status.ToString(System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>The name of a code, e.g. <c>UNAVAILABLE</c>.</summary>
    public static string NameOf(int code) => code >= 0 && code < Names.Length ? Names[code] : $"code {code}";

    /// <summary>The code of a name as the standard (<c>RESOURCE_EXHAUSTED</c>) or .NET (<c>ResourceExhausted</c>) writes it; null when there is none.</summary>
    public static int? Find(string text)
    {
        var code = Parse(text);
        if (code < 0) code = Array.FindIndex(Names, name => InPascalCase(name) == text);
        return code < 0 ? null : code;
    }

    /// <summary>The code of a name in capitals; −1 when there is no such name.</summary>
    public static int Parse(string text) => Array.IndexOf(Names, text);

    private static string InPascalCase(string name) =>
        string.Concat(name.Split('_').Select(word => word[0] + word[1..].ToLowerInvariant()));
}
