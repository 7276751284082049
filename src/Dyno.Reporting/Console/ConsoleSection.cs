namespace Dyno.Reporting;

/// <summary>A part of the report: lines beside a label in the left margin, or across the whole width.</summary>
internal static class ConsoleSection
{
    /// <summary>Width of the left margin.</summary>
    public const int LabelWidth = 11;

    public static IRenderable Labelled(string label, params IEnumerable<IRenderable> content)
    {
        var grid = Grid();
        foreach (var item in content)
        {
            grid.AddRow(new Line().Strong(label), item);
            label = "";
        }
        return grid;
    }

    /// <summary>Lines that each have a label.</summary>
    public static IRenderable Rows(IEnumerable<(string Label, IRenderable Content)> rows)
    {
        var grid = Grid();
        foreach (var (label, content) in rows) grid.AddRow(new Line().Strong(label), content);
        return grid;
    }

    /// <summary>A table without borders; every column but the first is a figure.</summary>
    /// <param name="style">The reader's screen; a wide one gets wider gaps.</param>
    /// <param name="headings">The headings; the first is that of the row names.</param>
    /// <param name="rows">The rows, each with as many cells as there are headings.</param>
    /// <param name="nameWidth">The least width of the row names, in characters.</param>
    /// <param name="leftOutFirst">Columns that a narrow screen leaves out, in this order.</param>
    public static Table Table(ReportStyle style, string[] headings, IEnumerable<Line[]> rows, int nameWidth = 0, string[]? leftOutFirst = null)
    {
        // The border style None drops the padding of columns, so the gap is part of the cells.
        var gap = style.Width >= 95 ? "  " : " ";
        (headings, rows) = Fitting(style.Width - nameWidth, gap.Length, headings, [.. rows], leftOutFirst ?? []);
        var table = new Table { Border = TableBorder.None, ShowHeaders = true, Expand = false };
        table.AddColumn(new TableColumn(new Line().Strong(headings[0])) { Padding = new Padding(0) });
        foreach (var heading in headings.Skip(1))
            table.AddColumn(new TableColumn(new Line().Quiet(gap + heading)) { NoWrap = true, Alignment = Justify.Right, Padding = new Padding(0) });
        foreach (var row in rows) table.AddRow([row[0], .. row.Skip(1).Select(cell => cell.After(gap))]);
        return table;
    }

    // Without leaving columns out, a narrow screen would cut the figures and wrap the names to one letter per line.
    private static (string[] Headings, IEnumerable<Line[]> Rows) Fitting(int room, int gap, string[] headings, Line[][] rows, string[] leftOutFirst)
    {
        var kept = Enumerable.Range(0, headings.Length).ToList();
        foreach (var name in leftOutFirst.TakeWhile(_ => kept.Skip(1).Sum(WidthOf) > room)) kept.Remove(Array.IndexOf(headings, name));
        return ([.. kept.Select(i => headings[i])], rows.Select(row => kept.Select(i => row[i]).ToArray()));

        int WidthOf(int column) => gap + rows.Select(row => row[column].Length).Append(headings[column].Length).Max();
    }

    /// <summary>Lines that each follow a mark.</summary>
    public static IRenderable Marked(IEnumerable<(Line Mark, Line Content)> lines)
    {
        var grid = Grid(labelWidth: 2);
        foreach (var (mark, content) in lines) grid.AddRow(mark, content);
        return grid;
    }

    private static Grid Grid(int labelWidth = LabelWidth)
    {
        var grid = new Grid { Expand = false };
        grid.AddColumn(new GridColumn { Width = labelWidth, NoWrap = true, Padding = new Padding(0) });
        grid.AddColumn(new GridColumn { Padding = new Padding(0) });
        return grid;
    }
}
