namespace Dyno.Results;

/// <summary>Masks a check on a header whose name is that of a secret, <c>header X-Api-Key == …</c>, to the end of the line.</summary>
internal static class CheckValues
{
    private const string Subject = "header";

    private const string Contains = "contains";

    public static string Mask(string text)
    {
        var masked = new MaskedText(text);
        var at = 0;
        while (text.IndexOf(Subject, at, StringComparison.OrdinalIgnoreCase) is >= 0 and var found)
        {
            at = found + Subject.Length;
            if (NameSpans.IsInWord(text, found)) continue;
            var name = ValueEnds.Past(text, at, " \t");
            var nameEnd = NameSpans.EndOf(text, name, NameSpans.OfPaths);
            var begin = ValueBegin(text, nameEnd);
            if (name == at || begin < 0 || !IsSecret(text[name..nameEnd])) continue;
            at = ValueEnds.OfLine(text, begin);
            if (at > begin) masked.Hide(begin, at);
        }

        return masked.ToString();
    }

    private static int ValueBegin(string text, int at)
    {
        at = ValueEnds.PastSpace(text, at);
        var isContains = text.AsSpan(at).StartsWith(Contains, StringComparison.OrdinalIgnoreCase) && !NameSpans.IsInWord(text, at + Contains.Length);
        if (!isContains && text.AsSpan(at) is [':', ..]) return -1; // a header itself, not a check on a header
        var end = isContains ? at + Contains.Length : ValueEnds.PastOperator(text, at);
        return end < 0 ? end : ValueEnds.PastSpace(text, end);
    }

    private static bool IsSecret(string name) => HeaderValues.HasName(SecretWords.Plain(name)) || SecretWords.AreIn(SecretWords.Plain(name));
}
