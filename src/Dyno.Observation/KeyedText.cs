namespace Dyno.Observation;

/// <summary>Texts of lines "key: value" or "key=value", as /proc and /etc have them.</summary>
internal static class KeyedText
{
    /// <summary>The value of the first line with this key, blanks and quotes around it removed; null without one.</summary>
    /// <param name="text">The text; null counts as empty.</param>
    /// <param name="key">The key, in exactly this spelling.</param>
    /// <param name="separator">The character between key and value.</param>
    public static string? Find(string? text, string key, char separator = ':')
    {
        foreach (var line in (text ?? "").AsSpan().EnumerateLines())
        {
            var at = line.IndexOf(separator);
            if (at > 0 && line[..at].Trim().SequenceEqual(key)) return line[(at + 1)..].Trim().Trim('"').ToString();
        }

        return null;
    }

    /// <summary>The number at the beginning of a value; a unit may follow. Null without a number.</summary>
    public static long? FindNumber(string? text, string key)
    {
        var value = Find(text, key).AsSpan();
        var digits = value.IndexOfAnyExceptInRange('0', '9');
        return long.TryParse(digits < 0 ? value : value[..digits], NumberStyles.None, CultureInfo.InvariantCulture, out var number)
            ? number
            : null;
    }

    /// <summary>A number that the text gives in kB, converted to bytes.</summary>
    public static long? FindKilobytes(string? text, string key) => FindNumber(text, key) * 1024;
}
