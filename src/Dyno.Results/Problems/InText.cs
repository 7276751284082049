namespace Dyno.Results;

/// <summary>Quotes a user's text in a message: on one line, with a limited length.</summary>
public static class InText
{
    private const int MaxLength = 80;

    /// <summary>At most 80 characters of the text, with control characters and surrogates shown as <c>\xNN</c>.</summary>
    public static string Quote(string text)
    {
        var shown = new StringBuilder();
        foreach (var c in text.Length > MaxLength ? text[..MaxLength] : text)
            if (char.IsControl(c) || char.IsSurrogate(c)) shown.Append($"\\x{(int)c:X2}");
            else shown.Append(c);
        if (text.Length > MaxLength) shown.Append('…');
        return shown.ToString();
    }
}
