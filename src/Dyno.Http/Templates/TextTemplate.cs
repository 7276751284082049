namespace Dyno.Http;

/// <summary>
/// A text of a URL, header or body in an input file: literal pieces and slots, in order. The slots are filled anew for each request.
/// Immutable; neighbouring literals are joined, and empty ones are left out.
/// </summary>
public sealed class TextTemplate
{
    public static readonly TextTemplate Empty = new([]);

    /// <summary>Joins pieces.</summary>
    public TextTemplate(IEnumerable<TextPart> parts)
    {
        var joined = ImmutableArray.CreateBuilder<TextPart>();
        var literals = new List<string>(); // joined at once: joining step by step would copy a body of many lines once per line
        foreach (var part in parts)
        {
            if (part.Source is null)
            {
                if (part.Text.Length > 0) literals.Add(part.Text);
                continue;
            }

            Flush();
            joined.Add(part);
        }

        Flush();
        Parts = joined.ToImmutable();

        void Flush()
        {
            if (literals.Count > 0) joined.Add(TextPart.Literal(literals.Count == 1 ? literals[0] : string.Concat(literals)));
            literals.Clear();
        }
    }

    /// <summary>The pieces in order.</summary>
    public ImmutableArray<TextPart> Parts { get; }

    /// <summary>Whether the text has no slot; <see cref="Written"/> is then what is sent.</summary>
    public bool IsLiteral => Parts.All(p => p.Source is null);

    /// <summary>The text as it stands in its file, with slots as <c>{{…}}</c>.</summary>
    public string Written => string.Concat(Parts.Select(p => p.Source is null ? p.Text : $"{{{{{p.Text}}}}}"));

    /// <summary>Where the slots' values come from, in order.</summary>
    public IEnumerable<ValueSource> Sources => Parts.Select(p => p.Source).OfType<ValueSource>();

    /// <summary>A text without slots.</summary>
    public static TextTemplate Of(string text) => new([TextPart.Literal(text)]);

    /// <summary>The same text with other sources. A source that becomes several pieces (a variable's value) is spliced in.</summary>
    public TextTemplate Replace(Func<TextPart, IEnumerable<TextPart>> slot) =>
        new(Parts.SelectMany(p => p.Source is null ? [p] : slot(p)));

    /// <inheritdoc cref="Written"/>
    public override string ToString() => Written;
}

/// <summary>A literal, or a slot.</summary>
/// <param name="Text">The literal; for a slot, the text between its braces (<c>host</c>, <c>$randomInt 1 10</c>).</param>
/// <param name="Source">Where the slot's value comes from; null for a literal.</param>
/// <param name="Line">Line of the slot in its file, from 1; 0 when the slot has no line.</param>
/// <param name="Column">Column of the slot, from 1; 0 when the slot has no column.</param>
public readonly record struct TextPart(string Text, ValueSource? Source, int Line = 0, int Column = 0)
{
    public static TextPart Literal(string text) => new(text, null);

    public static TextPart Slot(string written, ValueSource source, int line = 0, int column = 0) => new(written, source, line, column);
}
