namespace Dyno.Bench;

/// <summary>A Markdown table with a header row.</summary>
internal sealed class MarkdownTable(params string[] head)
{
    private readonly List<string[]> _rows = [];

    public void Add(params string[] cells) => _rows.Add(cells);

    public override string ToString()
    {
        var text = new StringBuilder();
        Append(text, head);
        Append(text, [.. head.Select(_ => "---")]);
        foreach (var row in _rows) Append(text, row);
        return text.ToString().TrimEnd();
    }

    private static void Append(StringBuilder text, string[] cells) =>
        text.Append("| ").AppendJoin(" | ", cells).Append(" |\n");
}
