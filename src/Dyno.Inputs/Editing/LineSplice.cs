namespace Dyno.Inputs;

/// <summary>Collects changes to the lines of a text and makes them at once: every other line stays byte for byte.</summary>
internal sealed class LineSplice(ImmutableArray<SessionLine> lines)
{
    private readonly Dictionary<int, string[]> _replaced = [];
    private readonly HashSet<int> _removed = [];
    private readonly Dictionary<int, List<string>> _after = [];

    /// <summary>The ending that most lines have.</summary>
    public string Ending { get; } = lines.Count(line => line.Ending == "\r\n") > lines.Length / 2 ? "\r\n" : "\n";

    public void Replace(int first, int last, params string[] text)
    {
        _replaced[first] = text;
        for (var line = first; line <= last; line++) _removed.Add(line);
    }

    public void Remove(int first, int last) => Replace(first, last);

    /// <summary>Inserts lines after a line; 0 for the beginning.</summary>
    public void InsertAfter(int line, params string[] text)
    {
        if (!_after.TryGetValue(line, out var list)) _after[line] = list = [];
        list.AddRange(text);
    }

    /// <summary>The text with all changes made.</summary>
    public override string ToString()
    {
        var text = new StringBuilder();
        Add(text, _after.GetValueOrDefault(0));
        foreach (var line in lines)
        {
            if (_replaced.TryGetValue(line.Number, out var instead)) Add(text, instead);
            if (!_removed.Contains(line.Number)) text.Append(line.Text).Append(line.Ending);
            if (!_after.TryGetValue(line.Number, out var behind)) continue;
            if (text.Length > 0 && text[^1] is not ('\n' or '\r')) text.Append(Ending);
            Add(text, behind);
        }
        return text.ToString();
    }

    private void Add(StringBuilder text, IEnumerable<string>? added)
    {
        foreach (var line in added ?? []) text.Append(line).Append(Ending);
    }
}
