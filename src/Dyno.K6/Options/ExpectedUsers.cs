namespace Dyno.K6.Options;

/// <summary>
/// How many virtual users a run will likely have, by what is written, before any of it is run: the largest number beside a name
/// under which options give users. A number that is computed is not found.
/// </summary>
internal static class ExpectedUsers
{
    private static readonly string[] Names = ["vus", "maxVUs", "preAllocatedVUs", "startVUs", "target"];

    /// <summary>The number of the first text that has one; null when none has.</summary>
    /// <param name="texts">JSON or a script; what overrides the others first.</param>
    public static int? In(params ReadOnlySpan<string> texts)
    {
        foreach (var text in texts)
            if (Largest(text) is > 0 and var users) return users;
        return null;
    }

    private static int Largest(string text)
    {
        var most = 0;
        foreach (var name in Names)
            for (var at = text.IndexOf(name, StringComparison.Ordinal); at >= 0; at = text.IndexOf(name, at + 1, StringComparison.Ordinal))
                if (at == 0 || !(char.IsLetterOrDigit(text[at - 1]) || text[at - 1] is '_' or '$' or '.'))
                    most = Math.Max(most, NumberAfter(text.AsSpan(at + name.Length)));
        return most;
    }

    /// <summary>The number of <c>': 20</c>; 0 when something else follows.</summary>
    private static int NumberAfter(ReadOnlySpan<char> rest)
    {
        rest = rest.TrimStart("'\" \t\r\n");
        if (rest.IsEmpty || rest[0] != ':') return 0;
        rest = rest[1..].TrimStart("'\" \t\r\n");
        var number = 0L;
        foreach (var c in rest)
        {
            if (c == '_') continue;
            if (!char.IsAsciiDigit(c) || number > int.MaxValue / 10) break;
            number = number * 10 + (c - '0');
        }
        return (int)Math.Min(number, int.MaxValue);
    }
}
