using YamlDotNet.Core;
using YamlDotNet.Core.Events;

namespace Dyno.Inputs;

/// <summary>
/// Reads YAML (1.2, core schema) into the nodes of JSON. An alias is the node of its anchor, not a copy, so that nested
/// aliases cost no memory.
/// </summary>
internal sealed partial class YamlDocument
{
    private readonly Dictionary<AnchorName, DocumentNode> _anchors = [];
    private readonly Parser _parser;
    private int _nodes;

    private YamlDocument(string text) => _parser = new Parser(new StringReader(text));

    /// <summary>The first document; null when it is not YAML, which was then reported.</summary>
    public static DocumentNode? Read(byte[] bytes, SourcePlace place)
    {
        var text = TextDecoding.Decode(bytes);
        var document = new YamlDocument(text);
        try
        {
            document._parser.Consume<StreamStart>();
            if (!document._parser.TryConsume<DocumentStart>(out _)) return null;
            return document.ReadNode(0);
        }
        catch (YamlException wrong)
        {
            var what = InText.Quote(wrong.InnerException?.Message ?? wrong.Message);
            var here = place with { Line = (int)Math.Max(1, wrong.Start.Line) };
            here.Problem($"this is not valid YAML here: {what}",
                HasTab(text, wrong) ? "indent with spaces: YAML does not allow tabs" : "correct the indentation, or put the text in quotes", (int)Math.Max(1, wrong.Start.Column));
        }
        catch (Exception failure) when (failure is InvalidDataException or ArgumentException or InvalidOperationException
            or FormatException or OverflowException)
        {
            var at = document._parser.Current?.Start ?? Mark.Empty;
            (place with { Line = (int)Math.Max(1, at.Line), Column = (int)Math.Max(1, at.Column) }).Problem("this YAML is too deep, too large or damaged", "export the document again");
        }

        return null;
    }

    private static bool HasTab(string text, YamlException wrong)
    {
        var lines = text.Split('\n');
        return wrong.Start.Line >= 1 && wrong.Start.Line <= lines.Length && lines[wrong.Start.Line - 1].TakeWhile(char.IsWhiteSpace).Contains('\t');
    }

    private DocumentNode ReadNode(int depth)
    {
        if (depth > DocumentReader.MaxDepth || ++_nodes > DocumentReader.MaxNodes) throw new InvalidDataException();
        if (_parser.TryConsume<AnchorAlias>(out var alias))
            return _anchors.TryGetValue(alias.Value, out var known) ? known : throw new InvalidDataException();
        if (_parser.TryConsume<Scalar>(out var scalar)) return Kept(scalar, Of(scalar));
        if (_parser.TryConsume<SequenceStart>(out var sequence))
        {
            var array = Kept(sequence, At(sequence.Start, NodeKind.Array));
            while (!_parser.TryConsume<SequenceEnd>(out _)) array.Items.Add(ReadNode(depth + 1));
            return array;
        }

        var start = _parser.Consume<MappingStart>();
        var node = Kept(start, At(start.Start, NodeKind.Object));
        while (!_parser.TryConsume<MappingEnd>(out _))
        {
            var name = ReadNode(depth + 1).Text;
            node.Members.Add((name, ReadNode(depth + 1)));
        }

        return node;
    }

    private static DocumentNode At(Mark start, NodeKind kind) => new() { Kind = kind, Line = (int)start.Line, Column = (int)start.Column, Items = [] };

    private DocumentNode Kept(NodeEvent read, DocumentNode node)
    {
        if (!read.Anchor.IsEmpty) _anchors[read.Anchor] = node;
        return node;
    }

    private static DocumentNode Of(Scalar scalar) => new()
    {
        Kind = KindOf(scalar),
        Line = (int)scalar.Start.Line,
        Column = (int)scalar.Start.Column,
        Text = KindOf(scalar) switch
        {
            NodeKind.Null => "",
            NodeKind.Truth => scalar.Value.ToLowerInvariant(),
            _ => scalar.Value,
        },
    };

    private static NodeKind KindOf(Scalar scalar)
    {
        if (scalar.Style != ScalarStyle.Plain) return NodeKind.Text;
        if (scalar.Value is "" or "~" or "null" or "Null" or "NULL") return NodeKind.Null;
        if (scalar.Value is "true" or "True" or "TRUE" or "false" or "False" or "FALSE") return NodeKind.Truth;
        return Number().IsMatch(scalar.Value) ? NodeKind.Number : NodeKind.Text;
    }

    [GeneratedRegex(@"^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$")]
    private static partial Regex Number();
}
