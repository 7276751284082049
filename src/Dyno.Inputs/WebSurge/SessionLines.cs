namespace Dyno.Inputs;

/// <summary>Splits bytes into lines: UTF-8, UTF-16 with a byte order mark, otherwise Latin-1; any line ending.</summary>
internal static class SessionLines
{
    public static ImmutableArray<SessionLine> Read(byte[] bytes, SourcePlace place)
    {
        var text = TextDecoding.Decode(bytes);
        var nul = text.IndexOf('\0', StringComparison.Ordinal);
        if (nul < 0) return Split(text);
        var line = text.AsSpan(0, nul).Count('\n') + 1;
        (place with { Line = line, Column = nul - text.LastIndexOf('\n', nul) }).Problem("this is not a text file: it has a NUL character", "save the session as text (UTF-8)");
        return [];
    }

    /// <summary>The position after the last line with text, where missing text would be written.</summary>
    public static TextPosition EndOf(ImmutableArray<SessionLine> lines)
    {
        var last = lines.LastOrDefault(l => !l.IsBlank);
        return last.Text is null ? TextPosition.Start : new(last.Number, last.Text.TrimEnd().Length + 1);
    }

    private static ImmutableArray<SessionLine> Split(string text)
    {
        var lines = ImmutableArray.CreateBuilder<SessionLine>();
        for (var from = 0; from < text.Length;)
        {
            var length = text.AsSpan(from).IndexOfAny('\r', '\n');
            if (length < 0) length = text.Length - from;
            var end = from + length;
            var ending = end == text.Length ? "" : text.AsSpan(end).StartsWith("\r\n") ? "\r\n" : text[end].ToString();
            lines.Add(new(lines.Count + 1, text[from..end], ending));
            from = end + ending.Length;
        }

        return lines.ToImmutable();
    }
}
