namespace Dyno.Import;

/// <summary>An element of an XML document, with its place in the document. Immutable once read.</summary>
internal sealed class XmlNode
{
    /// <summary>The name, without the prefix of a namespace.</summary>
    public required string Name { get; init; }

    /// <summary>Line, from 1.</summary>
    public required int Line { get; init; }

    /// <summary>Column, from 1.</summary>
    public required int Column { get; init; }

    /// <summary>The attributes in order.</summary>
    public List<(string Name, string Value)> Attributes { get; } = [];

    /// <summary>The elements directly inside, in order.</summary>
    public List<XmlNode> Children { get; } = [];

    /// <summary>The text directly inside; empty for none.</summary>
    public string Text { get; set; } = "";

    /// <summary>An attribute by name; null when it is missing.</summary>
    public string? Of(string attribute)
    {
        foreach (var (name, value) in Attributes)
            if (name == attribute) return value;
        return null;
    }

    /// <summary>The place of the element, for problems.</summary>
    public SourcePlace In(SourcePlace file) => file with { Line = Line, Column = Column };
}
