namespace Dyno.Import;

/// <summary><c>${name}</c> and <c>${__function(a,${b})}</c>: slots may stand in the arguments of a slot.</summary>
internal static class JMeterSyntax
{
    private const int MaxLength = 2_000;

    public static SlotSyntax Slots { get; } = new("${", Split);

    /// <summary>The arguments of a function: commas separate them, except in slots and after a backslash.</summary>
    public static List<string> Arguments(string text)
    {
        var (arguments, argument, depth) = (new List<string>(), new System.Text.StringBuilder(), 0);
        for (var at = 0; at < text.Length; at++)
        {
            if (text[at] == '\\' && at + 1 < text.Length && text[at + 1] is ',' or '\\' or '$') argument.Append(text[++at]);
            else if (text[at] == ',' && depth == 0)
            {
                arguments.Add(argument.ToString());
                argument.Clear();
            }
            else
            {
                depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
                argument.Append(text[at]);
            }
        }

        arguments.Add(argument.ToString());
        return arguments;
    }

    private static IEnumerable<SlotPiece> Split(string text)
    {
        var from = 0;
        for (int open; (open = text.IndexOf("${", from, StringComparison.Ordinal)) >= 0;)
        {
            var close = EndOf(text, open + 2);
            if (close < 0) break;
            yield return new(text[from..open], null);
            yield return new("", text[(open + 2)..close].Trim());
            from = close + 1;
        }

        yield return new(text[from..], null);
    }

    private static int EndOf(string text, int from)
    {
        var depth = 1;
        for (var at = from; at < text.Length && at - from < MaxLength; at++)
        {
            depth += text[at] == '{' ? 1 : text[at] == '}' ? -1 : 0;
            if (depth == 0) return at > from ? at : -1;
        }

        return -1;
    }
}
