namespace Dyno.Import;

/// <summary>The parts of <c>-F</c>: <c>name=value</c>, <c>name=@file;type=…;filename=…</c>, <c>name=&lt;file</c>.</summary>
internal sealed class CurlForm(NamedFiles files)
{
    public MultipartForm Parts { get; } = new();

    public void Add(string text, bool isLiteral, SourcePlace place)
    {
        var equals = text.IndexOf('=', StringComparison.Ordinal);
        if (equals <= 0)
        {
            place.Problem($"a part of the form has no name: \"{InText.Quote(text)}\"", "write -F name=value or -F name=@file");
            return;
        }

        var (name, value) = (text[..equals], text[(equals + 1)..]);
        if (isLiteral || value.Length == 0 || value[0] is not ('@' or '<'))
        {
            var (content, type, fileName) = isLiteral ? (value, null, null) : Options(value);
            Parts.Add(name, content.Trim('"'), fileName, type);
            return;
        }

        var (path, givenType, givenName) = Options(value[1..]);
        if (!files.TryRead(path, place, out var bytes)) return;
        var isFile = value[0] == '@';
        Parts.Add(name, bytes, isFile ? givenName ?? Path.GetFileName(path) : givenName, givenType ?? (isFile ? MediaTypes.Of(givenName ?? path) : null));
    }

    private static (string Content, string? Type, string? FileName) Options(string text)
    {
        var pieces = text.Split(';');
        var content = pieces[0];
        string? type = null, fileName = null;
        foreach (var piece in pieces.Skip(1))
        {
            if (piece.TrimStart().StartsWith("type=", StringComparison.Ordinal)) type = piece.Trim()[5..];
            else if (piece.TrimStart().StartsWith("filename=", StringComparison.Ordinal)) fileName = piece.Trim()[9..].Trim('"');
            else content += ";" + piece;
        }

        return (content.Trim('"'), type, fileName);
    }
}
