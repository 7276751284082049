namespace Dyno.Reporting;

/// <summary>A piece of a section.</summary>
internal abstract record Block;

/// <summary>Rows of cells; the first column names the row.</summary>
internal sealed record TableBlock(string Caption, ImmutableArray<Column> Columns, ImmutableArray<ImmutableArray<Cell>> Rows) : Block
{
    /// <summary>A sentence under the table; may be empty.</summary>
    public string Note { get; init; } = "";

    /// <summary>A table with a row for each item; none without items.</summary>
    public static IEnumerable<TableBlock> Of<T>(
        string caption, ImmutableArray<Column> columns, IEnumerable<T> items, Func<T, ImmutableArray<Cell>> row, string note = "")
    {
        ImmutableArray<ImmutableArray<Cell>> rows = [.. items.Select(row)];
        return rows.IsEmpty ? [] : [new TableBlock(caption, columns, rows) { Note = note }];
    }
}

/// <summary>A column.</summary>
/// <param name="IsFigure">Whether it holds numbers, set flush right.</param>
internal sealed record Column(string Heading, bool IsFigure = true);

/// <summary>A cell.</summary>
/// <param name="Order">The value to sort by; null: the text.</param>
internal sealed record Cell(string Text, double? Order = null, Tone Tone = Tone.Plain)
{
    /// <summary>The http or https address to which the text leads; null for none. Any other address is left out.</summary>
    public string? Link
    {
        get;
        init => field = Uri.TryCreate(value, UriKind.Absolute, out var url) && (url.Scheme is "http" or "https") ? value : null;
    }

    public static implicit operator Cell(string text) => new(text);
}

/// <summary>Labels with values.</summary>
internal sealed record FactBlock(ImmutableArray<Fact> Facts) : Block;

internal sealed record Fact(string Label, string Value, Tone Tone = Tone.Plain);

/// <summary>A picture. Formats without pictures leave it out, because all its figures are also in a table or in the result.</summary>
internal sealed record ChartBlock(Chart Chart) : Block
{
    public static IEnumerable<Block> Of(params IEnumerable<Chart?> charts) => charts.OfType<Chart>().Select(chart => new ChartBlock(chart));
}

/// <summary>Ratios with their intervals, one above the other.</summary>
internal sealed record ForestBlock(Forest Forest) : Block;

/// <summary>A flame graph. Formats without pictures leave it out; its important rows are in a table.</summary>
internal sealed record FlameBlock(string Title, ImmutableArray<FlameFrame> Graph) : Block
{
    /// <summary>Whether it compares two programs.</summary>
    public bool HasDifference { get; init; } = true;
}

internal sealed record NoteBlock(string Text, Tone Tone = Tone.Quiet) : Block;

/// <summary>A text to be shown unchanged, such as a file.</summary>
internal sealed record TextBlock(string Caption, string Text) : Block;
