namespace Dyno.Inputs;

/// <summary>Adds, copies, removes and moves whole requests. Each request keeps its text byte for byte.</summary>
internal sealed class BlockOrder(ImmutableArray<SessionLine> lines, ImmutableArray<RequestLines> requests, bool isWebSurge)
{
    private static readonly string Separator = new('-', 66);
    private readonly LineSplice _splice = new(lines);

    public string Add(IEnumerable<string> request) => InsertBehind(requests.Length - 1, [.. request]);

    public string Copy(int index)
    {
        var text = TextOf(index).Select(line => line.Text).ToList();
        if (!isWebSurge && !text[0].StartsWith("###", StringComparison.Ordinal)) text.Insert(0, "###");
        return InsertBehind(index, [.. WithoutBlankEnd(text)]);
    }

    public string Remove(int index)
    {
        var (first, last) = (requests[index].First, requests[index].Last);
        // Lines above a first request without a title, such as variables, belong to the file.
        if (!isWebSurge && !lines[first - 1].Text.StartsWith("###", StringComparison.Ordinal)) first = requests[index].RequestLine[0].Number;
        while (isWebSurge && last < lines.Length && (lines[last].IsBlank || lines[last].IsSeparator)) last++;
        _splice.Remove(first, last);
        return _splice.ToString();
    }

    public string Move(int from, int to)
    {
        if (from == to) return _splice.ToString();
        var order = Enumerable.Range(0, requests.Length).ToList();
        order.RemoveAt(from);
        order.Insert(to, from);
        // The texts of the requests change places; the lines between requests, such as separators, stay.
        for (var place = 0; place < order.Count; place++)
            if (order[place] != place) _splice.Replace(StartOf(place), requests[place].Last, Moved(order[place], place));
        return _splice.ToString();
    }

    private string InsertBehind(int index, string[] request)
    {
        if (index < 0) return Alone(request);
        var last = requests[index].Last;
        var isBlankBefore = lines[last - 1].IsBlank;
        if (isWebSurge) _splice.InsertAfter(last, ["", Separator, "", .. request]);
        else _splice.InsertAfter(last,
            index == requests.Length - 1
                ? [.. isBlankBefore ? Array.Empty<string>() : [""], .. request]
                : [.. isBlankBefore ? Array.Empty<string>() : [""], .. request, ""]);
        return _splice.ToString();
    }

    // The first request of a file that has no requests; the options of a session stay below it.
    private string Alone(string[] request)
    {
        if (isWebSurge) _splice.InsertAfter(0, [.. request, "", Separator, ""]);
        else _splice.InsertAfter(lines.Length, lines.IsEmpty || lines[^1].IsBlank ? request : ["", .. request]);
        return _splice.ToString();
    }

    private string[] Moved(int request, int place)
    {
        var text = TextOf(request).Select(line => line.Text).ToList();
        var hasTitle = isWebSurge || text[0].StartsWith("###", StringComparison.Ordinal);
        if (!hasTitle) text.Insert(0, "###");
        var kept = WithoutBlankEnd(text);
        var isLast = requests[place].Last == lines.Length;
        return isWebSurge || isLast ? [.. kept] : [.. kept, ""];
    }

    private IEnumerable<SessionLine> TextOf(int request) => lines[(StartOf(request) - 1)..requests[request].Last];

    // The lines above a first request without a title belong to the file, and do not move with the request.
    private int StartOf(int request)
    {
        var first = requests[request].First;
        if (isWebSurge || lines[first - 1].Text.StartsWith("###", StringComparison.Ordinal)) return first;
        var own = requests[request].Request.Checks.Select(check => check.Line!.Value).Append(requests[request].RequestLine[0].Number);
        return own.Min();
    }

    private static List<string> WithoutBlankEnd(List<string> text)
    {
        while (text.Count > 1 && string.IsNullOrWhiteSpace(text[^1])) text.RemoveAt(text.Count - 1);
        return text;
    }
}
