namespace Dyno.Reporting;

/// <summary>The blocks of a section as markup.</summary>
internal static class HtmlBlock
{
    // A table with few columns is no wider than its content, because a figure at the far end of an empty row is hard to read.
    private const int FewColumns = 4;

    // A table with more rows scrolls in its own frame, so that the content below stays within reach.
    private const int ManyRows = 25;

    // A longer word may break anywhere, so that the first column keeps its width.
    private const int LongWord = 24;

    public static void Write(HtmlText html, Block block, string heading)
    {
        switch (block)
        {
            case TableBlock table: WriteTable(html, table, heading); break;
            case FactBlock facts: WriteFacts(html, facts); break;
            case ChartBlock chart: WriteChart(html, chart.Chart); break;
            case ForestBlock forest: ForestSvg.Write(html, forest.Forest); break;
            case FlameBlock flame: WriteFlame(html, flame); break;
            case NoteBlock note: WriteNote(html, note); break;
            case TextBlock file: WriteFile(html, file); break;
        }
    }

    // What stands between backticks is code.
    private static void WriteNote(HtmlText html, NoteBlock note)
    {
        html.Raw($"<p class=\"remark {HtmlSheet.ClassOf(note.Tone)}\">");
        var parts = note.Text.Split('`');
        if (parts.Length % 2 == 0) parts = [note.Text];
        foreach (var (index, part) in parts.Index())
            if (index % 2 == 1) html.Element("code", part);
            else html.Text(part);
        html.Raw("</p>");
    }

    private static void WriteTable(HtmlText html, TableBlock table, string heading)
    {
        // The frame scrolls where a table is wider than the screen, so the keyboard must be able to reach it.
        html.Raw(table.Rows.Length > ManyRows ? "<div class=\"frame tall\"" : "<div class=\"frame\"").Raw(" tabindex=\"0\" role=\"region\" aria-label=\"").Text(table.Caption).Raw(table.Columns.Length <= FewColumns ? "\"><table class=\"sortable narrow\">" : "\"><table class=\"sortable\">")
            .Element("caption", table.Caption, table.Caption == heading ? "unseen" : null).Raw("<thead><tr>");
        foreach (var column in table.Columns)
            if (column.Heading.Length == 0) html.Raw("<td></td>");
            else html.Raw(column.IsFigure ? "<th scope=\"col\" class=\"figure\">" : "<th scope=\"col\">").Text(column.Heading).Raw("</th>");
        html.Raw("</tr></thead><tbody>");
        foreach (var row in table.Rows)
        {
            html.Raw("<tr>");
            foreach (var (index, cell) in row.Index()) WriteCell(html, cell, index, table.Columns[index].IsFigure);
            html.Raw("</tr>");
        }
        html.Raw("</tbody></table></div>");
        if (table.Note.Length > 0) html.Element("p", table.Note, "remark quiet");
        html.Raw("\n");
    }

    private static void WriteCell(HtmlText html, Cell cell, int index, bool isFigure)
    {
        var name = index == 0 ? "th scope=\"row\"" : "td";
        var isLong = !isFigure && cell.Text.Split(' ').Any(word => word.Length > LongWord);
        var css = $"{(isFigure ? "figure " : isLong ? "long " : "")}{HtmlSheet.ClassOf(cell.Tone)}";
        html.Raw($"<{name} class=\"{css}\"");
        if (cell.Order is { } order) html.Raw(string.Create(CultureInfo.InvariantCulture, $" data-order=\"{order:R}\""));
        html.Raw(">");
        if (cell.Link is { } link) html.Raw("<a rel=\"noreferrer\" href=\"").Text(link).Raw("\">").Text(cell.Text).Raw("</a>");
        else html.Text(cell.Text);
        html.Raw(index == 0 ? "</th>" : "</td>");
    }

    private static void WriteFacts(HtmlText html, FactBlock facts)
    {
        html.Raw("<dl class=\"facts\">");
        foreach (var fact in facts.Facts) html.Raw("<div>").Element("dt", fact.Label).Element("dd", fact.Value, HtmlSheet.ClassOf(fact.Tone)).Raw("</div>");
        html.Raw("</dl>\n");
    }

    private static void WriteChart(HtmlText html, Chart chart)
    {
        html.Raw(chart.IsWide ? "<figure class=\"chart wide\" " : "<figure class=\"chart\" ").Raw($"id=\"chart-{chart.Id}\">")
            .Raw("<figcaption>").Element("strong", chart.Title).Raw(" ").Element("span", chart.Summary).Raw("</figcaption>")
            .Raw("<div class=\"plot\" role=\"img\" aria-label=\"").Text($"{chart.Title}: {chart.Summary}").Raw("\"></div>")
            .Raw("<noscript><p class=\"remark quiet\">The chart needs JavaScript; its figures are in the result.</p></noscript></figure>\n");
    }

    private static void WriteFlame(HtmlText html, FlameBlock flame) =>
        html.Raw("<figure class=\"flame\"><figcaption>").Element("strong", $"Flame graph of {flame.Title}").Raw(" ")
            .Element("span", $"Width: CPU time per request. {(flame.HasDifference ? "Orange costs more, blue costs less, grey is within noise." : "Blue is the program's own code, grey all other code.")} Click or Enter zooms, arrow keys walk, Escape shows everything.")
            .Raw("</figcaption><div class=\"reach\"><input type=\"search\" placeholder=\"Find a method\" aria-label=\"Find a method\">")
            .Raw("<button type=\"button\">Show everything</button><button type=\"button\" aria-pressed=\"false\">Callers below</button></div>")
            .Raw("<div><canvas tabindex=\"0\" role=\"img\" aria-label=\"").Text($"Flame graph of {flame.Title}; its important methods are in the table above.").Raw("\"></canvas></div>")
            .Raw("<p class=\"told\" aria-live=\"polite\"></p><script type=\"application/json\">").Raw(ChartJson.Write(flame.Graph))
            .Raw("</script><noscript><p class=\"remark quiet\">The graph needs JavaScript; its figures are in the result.</p></noscript></figure>\n");

    private static void WriteFile(HtmlText html, TextBlock file) =>
        html.Raw("<details><summary>").Text(file.Caption).Raw("</summary><pre tabindex=\"0\">").Text(file.Text).Raw("</pre></details>\n");
}
