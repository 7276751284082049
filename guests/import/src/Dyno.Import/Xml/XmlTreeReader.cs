using System.Xml;

namespace Dyno.Import;

/// <summary>
/// Reads XML into elements with their places. Bounded: at most 200 levels and a million elements. A document type declaration is refused,
/// so no entity is expanded and nothing outside of the document is read.
/// </summary>
internal static class XmlTreeReader
{
    /// <summary>Most levels; a deeper document is an attack.</summary>
    public const int MaxDepth = 200;

    private const int MaxNodes = 1_000_000;

    private static readonly XmlReaderSettings Careful = new()
    {
        DtdProcessing = DtdProcessing.Prohibit,
        XmlResolver = null,
        IgnoreComments = true,
        IgnoreProcessingInstructions = true,
        CheckCharacters = false, // files of XML 1.1 may have control characters, as references
        MaxCharactersInDocument = InputFile.MaxBytes,
    };

    /// <summary>The root element; null when the bytes are no XML, which was then reported.</summary>
    /// <param name="bytes">The document, in the encoding that it declares.</param>
    /// <param name="writeInstead">The hint for a document that is not XML.</param>
    public static XmlNode? Read(byte[] bytes, SourcePlace place, string writeInstead)
    {
        using var reader = XmlReader.Create(new MemoryStream(As10(bytes), writable: false), Careful);
        try
        {
            return Read(reader, place);
        }
        catch (XmlException wrong)
        {
            var at = new TextPosition(Math.Max(1, wrong.LineNumber), Math.Max(1, wrong.LinePosition)).In(place);
            if (wrong.Message.Contains("DTD", StringComparison.Ordinal)) at.Problem("the file has a document type declaration, which is not read", "remove <!DOCTYPE …>");
            else at.Problem("this is not valid XML here", writeInstead);
            return null;
        }
    }

    private static XmlNode? Read(XmlReader reader, SourcePlace place)
    {
        var (open, texts, nodes) = (new Stack<XmlNode>(), new Stack<StringBuilder>(), 0);
        XmlNode? root = null;
        while (reader.Read())
        {
            switch (reader.NodeType)
            {
                case XmlNodeType.Element:
                    var node = Element(reader);
                    if (++nodes > MaxNodes || open.Count >= MaxDepth) return TooMuch(node.In(place), nodes);
                    if (open.TryPeek(out var parent)) parent.Children.Add(node);
                    else root = node;
                    if (reader.IsEmptyElement) break;
                    open.Push(node);
                    texts.Push(new StringBuilder());
                    break;
                case XmlNodeType.EndElement:
                    open.Pop().Text = texts.Pop().ToString();
                    break;
                case XmlNodeType.Text or XmlNodeType.CDATA or XmlNodeType.SignificantWhitespace or XmlNodeType.Whitespace:
                    if (texts.TryPeek(out var text)) text.Append(reader.Value);
                    break;
                default:
                    break;
            }
        }

        return root;
    }

    private static XmlNode Element(XmlReader reader)
    {
        var place = (IXmlLineInfo)reader;
        var node = new XmlNode { Name = reader.LocalName, Line = Math.Max(1, place.LineNumber), Column = Math.Max(1, place.LinePosition) };
        for (var more = reader.MoveToFirstAttribute(); more; more = reader.MoveToNextAttribute()) node.Attributes.Add((reader.LocalName, reader.Value));
        reader.MoveToElement();
        return node;
    }

    private static XmlNode? TooMuch(SourcePlace place, int nodes)
    {
        if (nodes > MaxNodes) place.Problem($"there are more than {MaxNodes:N0} elements", "use a part of the file");
        else place.Problem($"there are more than {MaxDepth} levels of elements", "use a file with fewer levels");
        return null;
    }

    // .NET reads XML 1.0. Version 1.1, which Java writes for texts with control characters, differs only in which characters it allows.
    private static byte[] As10(byte[] bytes)
    {
        var start = bytes.AsSpan(0, Math.Min(bytes.Length, 40));
        var at = start.IndexOf("version=\"1.1\""u8);
        if (at < 0) return bytes;
        var copy = bytes.ToArray();
        copy[at + 11] = (byte)'0';
        return copy;
    }
}
