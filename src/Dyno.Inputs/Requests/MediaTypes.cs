namespace Dyno.Inputs;

/// <summary>Media types by the endings of file names, as in curl and Postman.</summary>
internal static class MediaTypes
{
    /// <summary>The type of a file when nothing else is known about it.</summary>
    public const string Unknown = "application/octet-stream";

    public static string Of(string fileName) => Path.GetExtension(fileName).ToUpperInvariant() switch
    {
        ".GIF" => "image/gif",
        ".JPG" or ".JPEG" => "image/jpeg",
        ".PNG" => "image/png",
        ".SVG" => "image/svg+xml",
        ".TXT" => "text/plain",
        ".HTM" or ".HTML" => "text/html",
        ".PDF" => "application/pdf",
        ".XML" => "application/xml",
        _ => Unknown,
    };

    /// <summary>Whether a Content-Type is JSON, or a type whose syntax is JSON.</summary>
    public static bool IsJson(string? contentType) => contentType?.Split(';')[0].Trim() is { } plain
        && (plain.Equals("application/json", StringComparison.OrdinalIgnoreCase) || plain.Equals("text/json", StringComparison.OrdinalIgnoreCase)
            || plain.EndsWith("+json", StringComparison.OrdinalIgnoreCase));

    /// <summary>Whether a Content-Type is JSON in lines, each of which ends with a line feed, the last one too.</summary>
    public static bool IsJsonLines(string? contentType) => contentType?.Split(';')[0].Trim().ToUpperInvariant()
        is "APPLICATION/X-NDJSON" or "APPLICATION/NDJSON" or "APPLICATION/JSONL" or "APPLICATION/X-JSONLINES";

    /// <summary>Whether a Content-Type is that of a URL-encoded form.</summary>
    public static bool IsForm(string? contentType) => contentType?.StartsWith("application/x-www-form-urlencoded", StringComparison.OrdinalIgnoreCase) ?? false;
}
