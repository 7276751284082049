namespace Dyno.Inputs;

/// <summary>A value of a JSON or YAML document, with its place in the document. Immutable once read.</summary>
internal sealed class DocumentNode
{
    private const int Many = 16; // number of members from which a search one by one is too slow
    private static readonly List<DocumentNode> NoItems = [];
    private Dictionary<string, DocumentNode>? _byName;

    public required NodeKind Kind { get; init; }

    /// <summary>Line, from 1.</summary>
    public required int Line { get; init; }

    /// <summary>Column, from 1.</summary>
    public required int Column { get; init; }

    /// <summary>Text of a scalar as written; empty for null, arrays and objects.</summary>
    public string Text { get; init; } = "";

    /// <summary>Elements of an array.</summary>
    public List<DocumentNode> Items { get; init; } = NoItems;

    /// <summary>Members of an object, in order.</summary>
    public List<(string Name, DocumentNode Value)> Members { get; init; } = [];

    /// <summary>A member by name; null when it is missing, null, or this is not an object.</summary>
    public DocumentNode? this[string name]
    {
        get
        {
            if (Members.Count > Many) return (_byName ??= ByName()).GetValueOrDefault(name) is { Kind: not NodeKind.Null } found ? found : null;
            foreach (var (member, value) in Members)
                if (member == name) return value.Kind == NodeKind.Null ? null : value;
            return null;
        }
    }

    private Dictionary<string, DocumentNode> ByName()
    {
        var table = new Dictionary<string, DocumentNode>(Members.Count, StringComparer.Ordinal);
        foreach (var (member, value) in Members) table.TryAdd(member, value);
        return table;
    }

    /// <summary>The text of a member that is a scalar; null when it is missing or something else.</summary>
    public string? Of(string name) => this[name] is { Kind: NodeKind.Text or NodeKind.Number or NodeKind.Truth } value ? value.Text : null;

    /// <summary>Whether a member is <c>true</c>.</summary>
    public bool Is(string name) => this[name] is { Kind: NodeKind.Truth, Text: "true" };

    /// <summary>The elements of a member that is an array; none otherwise.</summary>
    public List<DocumentNode> All(string name) => this[name]?.Items ?? NoItems;

    /// <summary>The place of the value, for problems.</summary>
    public SourcePlace In(SourcePlace file) => file with { Line = Line, Column = Column };
}

internal enum NodeKind
{
    Null,
    Truth, // true or false
    Number,
    Text,
    Array,
    Object,
}
