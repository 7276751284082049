namespace Dyno.Inputs;

/// <summary>Finds each <c>{{…}}</c> in a line, and asks a scope for its value.</summary>
internal static class SlotText
{
    private static readonly SearchValues<char> InNoName = SearchValues.Create("\",:;<>");

    /// <summary>Reads one line of text.</summary>
    /// <param name="text">Without line break.</param>
    /// <param name="column">Its column in the file, from 1.</param>
    public static TextTemplate Read(string text, int column, VariableScope scope, SourcePlace place)
    {
        var parts = ImmutableArray.CreateBuilder<TextPart>();
        var from = 0;
        for (int open; (open = text.IndexOf("{{", from, StringComparison.Ordinal)) >= 0;)
        {
            var close = text.IndexOf("}}", open + 2, StringComparison.Ordinal);
            if (close < 0)
            {
                ReportOpen(text, open, column, place);
                break;
            }

            // In {{{a}} the innermost braces are the slot, because a brace of JSON may stand before it.
            var inner = text.LastIndexOf("{{", close - 1, close - open, StringComparison.Ordinal);
            var written = text[(inner + 2)..close].Trim();
            if (!CouldBeSlot(written))
            {
                parts.Add(TextPart.Literal(text[from..(close + 2)]));
                from = close + 2;
                continue;
            }

            parts.Add(TextPart.Literal(text[from..inner]));
            if (scope.Resolve(written, place, column + inner) is { } source)
                parts.Add(TextPart.Slot(written, source, place.Line ?? 0, column + inner));
            from = close + 2;
        }

        parts.Add(TextPart.Literal(text[from..]));
        return new TextTemplate(parts);
    }

    // A variable's name has no quotes, commas or colons: braces around such characters are JSON, or a template of the server.
    private static bool CouldBeSlot(string written) =>
        written.StartsWith('$') || AnswerReference.LooksLikeOne(written) || !written.AsSpan().ContainsAny(InNoName);

    // In a body braces may mean anything; only a text that begins like a name is reported, because it was meant as a variable.
    private static void ReportOpen(string text, int open, int column, SourcePlace place)
    {
        var next = open + 2 < text.Length ? text[open + 2] : ' ';
        if (char.IsAsciiLetter(next) || next is '$' or '_')
            place.Problem($"the braces are not closed: \"{InText.Quote(text[open..])}\"", "write }} after the variable's name", column + open);
    }
}
