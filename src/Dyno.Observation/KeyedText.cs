using System.Globalization;

namespace Dyno.Observation;

/// <summary>Texts of lines "key: value" or "key=value", as /proc and /etc have them.</summary>
internal static class KeyedText
{
    /// <summary>The value of the first line with this key, blanks and quotes around it removed; null without one.</summary>
    /// <param name="text">The text; null is an empty one.</param>
    /// <param name="key">The key, exactly.</param>
    /// <param name="separator">What stands between key and value.</param>
    public static string? Find(string? text, string key, char separator = ':')
    {
        foreach (var line in (text ?? "").AsSpan().EnumerateLines())
        {
            var at = line.IndexOf(separator);
            if (at > 0 && line[..at].Trim().SequenceEqual(key)) return line[(at + 1)..].Trim().Trim('"').ToString();
        }

        return null;
    }

    /// <summary>The number that a value begins with; a unit may follow. Null without one.</summary>
    public static long? FindNumber(string? text, string key)
    {
        var value = Find(text, key).AsSpan();
        var digits = value.IndexOfAnyExceptInRange('0', '9');
        return long.TryParse(digits < 0 ? value : value[..digits], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
    }

    /// <summary>A number given in kB, in bytes.</summary>
    public static long? FindKilobytes(string? text, string key) => FindNumber(text, key) * 1024;
}
