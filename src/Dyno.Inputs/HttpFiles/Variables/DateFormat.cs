namespace Dyno.Inputs;

/// <summary>
/// Date formats: <c>rfc1123</c>, <c>iso8601</c>, or a format in quotes. Visual Studio uses the letters of .NET, REST Client those of
/// Day.js: a format with <c>Y</c> or <c>D</c>, which .NET does not know, is taken for Day.js and translated.
/// </summary>
internal static class DateFormat
{
    /// <summary>ISO 8601 with milliseconds, in UTC.</summary>
    public const string Iso8601 = "yyyy-MM-dd'T'HH:mm:ss.fff'Z'";

    /// <summary>The format for .NET; null when it is none.</summary>
    public static string? Read(string written, bool isLocal)
    {
        if (Is("rfc1123")) return isLocal ? "ddd, dd MMM yyyy HH:mm:ss zzz" : "ddd, dd MMM yyyy HH:mm:ss 'GMT'";
        if (Is("iso8601")) return isLocal ? "yyyy-MM-dd'T'HH:mm:ss.fffzzz" : Iso8601;
        var inner = written.Trim('"', '\'');
        if (inner.Length is 0 or > 200 || inner.Any(char.IsControl)) return null;
        var format = inner.AsSpan().ContainsAny('Y', 'D') ? FromDayJs(inner) : inner;
        return IsValid(format) ? format : null;

        bool Is(string name) => written.Equals(name, StringComparison.OrdinalIgnoreCase);
    }

    private static string FromDayJs(string format)
    {
        var text = new StringBuilder(format).Replace("YYYY", "yyyy").Replace("YY", "yy").Replace("DD", "dd").Replace('D', 'd')
            .Replace("A", "tt").Replace("ZZ", "Z").Replace("Z", "zzz").Replace("SSS", "fff").Replace('[', '\'').Replace(']', '\'');
        return text.ToString();
    }

    private static bool IsValid(string format)
    {
        try
        {
            return DateTimeOffset.UnixEpoch.ToString(format, CultureInfo.InvariantCulture).All(c => !char.IsControl(c));
        }
        catch (FormatException)
        {
            return false;
        }
    }
}
