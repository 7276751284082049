using System.Text;

namespace Dyno.Results.Problems;

/// <summary>Puts what a user wrote into a message: on one line, not endless.</summary>
public static class InText
{
    private const int MaxLength = 80;

    /// <summary>The text with control characters shown as <c>\xNN</c> and at most 80 characters.</summary>
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
