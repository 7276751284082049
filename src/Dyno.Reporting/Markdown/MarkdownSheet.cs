namespace Dyno.Reporting;

/// <summary>A sheet as Markdown for a pull request, a wiki or a chat, without its pictures.</summary>
internal static class MarkdownSheet
{
    public static string Render(Sheet sheet)
    {
        var text = new StringBuilder();
        text.Append("# ").Append(MarkdownText.Escape(sheet.Title)).Append("\n\n");
        WriteVerdict(text, sheet.Verdict);
        WriteKeyFigures(text, sheet);
        foreach (var section in sheet.Sections) WriteSection(text, section);
        text.Append("<sub>").Append(MarkdownText.Escape(sheet.Subtitle)).Append("</sub>\n");
        return text.ToString();
    }

    private static void WriteVerdict(StringBuilder text, SheetVerdict verdict)
    {
        text.Append(Mark(verdict.Tone)).Append(" **").Append(MarkdownText.Escape(verdict.Word.ToUpperInvariant())).Append(".** ")
            .Append(MarkdownText.Escape(verdict.Sentence)).Append("\n\n");
        foreach (var finding in verdict.Findings)
            text.Append("- ").Append(Mark(finding.Tone)).Append(' ').Append(MarkdownText.Escape(finding.Text))
                .Append(finding.Rule.Length == 0 ? "" : $" ({MarkdownText.Escape(finding.Rule)})").Append('\n');
        if (verdict.Findings.Length > 0) text.Append('\n');
    }

    private static void WriteKeyFigures(StringBuilder text, Sheet sheet)
    {
        if (sheet.KeyFigures.IsEmpty) return;
        Row(text, sheet.KeyFigures.Select(f => MarkdownText.Escape(f.Label)));
        Row(text, sheet.KeyFigures.Select(_ => "--:"));
        Row(text, sheet.KeyFigures.Select(f => $"**{MarkdownText.Escape(f.Value)}**"));
        Row(text, sheet.KeyFigures.Select(f => MarkdownText.Escape(f.Note)));
        text.Append('\n');
    }

    private static void WriteSection(StringBuilder text, Section section)
    {
        var blocks = section.Blocks.Where(block => block is not (ChartBlock or ForestBlock or FlameBlock)).ToList();
        if (blocks.Count == 0) return;
        if (section.IsDetail) text.Append("<details><summary>").Append(MarkdownText.Escape(section.Title)).Append("</summary>\n\n");
        else text.Append("## ").Append(MarkdownText.Escape(section.Title)).Append("\n\n");
        if (section.Lead.Length > 0) text.Append(MarkdownText.Escape(section.Lead)).Append("\n\n");
        foreach (var block in blocks) WriteBlock(text, block, blocks.OfType<TableBlock>().Count() > 1);
        if (section.IsDetail) text.Append("</details>\n\n");
    }

    private static void WriteBlock(StringBuilder text, Block block, bool hasSeveralTables)
    {
        switch (block)
        {
            case TableBlock table:
                if (hasSeveralTables) text.Append("**").Append(MarkdownText.Escape(table.Caption)).Append("**\n\n");
                WriteTable(text, table);
                break;
            case FactBlock facts:
                foreach (var fact in facts.Facts)
                    text.Append("- **").Append(MarkdownText.Escape(fact.Label)).Append(":** ")
                        .Append(string.Join("; ", fact.Value.Split('\n').Select(MarkdownText.Escape))).Append('\n');
                text.Append('\n');
                break;
            case NoteBlock note:
                text.Append(note.Tone == Tone.Quiet ? "" : Mark(note.Tone) + " ").Append(MarkdownText.Escape(note.Text)).Append("\n\n");
                break;
            case TextBlock file:
                var fence = MarkdownText.Fence(file.Text);
                text.Append("**").Append(MarkdownText.Escape(file.Caption)).Append("**\n\n")
                    .Append(fence).Append('\n').Append(file.Text.TrimEnd('\n')).Append('\n').Append(fence).Append("\n\n");
                break;
        }
    }

    private static void WriteTable(StringBuilder text, TableBlock table)
    {
        Row(text, table.Columns.Select(column => MarkdownText.Escape(column.Heading)));
        Row(text, table.Columns.Select(column => column.IsFigure ? "--:" : ":--"));
        foreach (var row in table.Rows) Row(text, row.Select(CellText));
        text.Append('\n');
        if (table.Note.Length > 0) text.Append(MarkdownText.Escape(table.Note)).Append("\n\n");
    }

    private static string CellText(Cell cell) => cell.Tone switch
    {
        Tone.Good or Tone.Doubtful or Tone.Bad when cell.Text.Length > 0 => $"{Mark(cell.Tone)} {MarkdownText.Escape(cell.Text)}",
        _ => MarkdownText.Escape(cell.Text),
    };

    private static void Row(StringBuilder text, IEnumerable<string> cells) => text.Append("| ").AppendJoin(" | ", cells).Append(" |\n");

    private static string Mark(Tone tone) => tone switch
    {
        Tone.Good => "✅",
        Tone.Doubtful => "⚠️",
        Tone.Bad => "❌",
        _ => "ℹ️",
    };
}
