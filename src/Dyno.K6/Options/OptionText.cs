namespace Dyno.K6.Options;

/// <summary>
/// Looks in the text of a script for the numbers beside the names under which options give users and starts. It knows no JavaScript:
/// a comment counts, and of two scenarios the larger.
/// </summary>
internal static class OptionText
{
    private static readonly string[] UserNames = ["vus", "maxVUs", "preAllocatedVUs", "startVUs"];
    private static readonly string[] RateNames = ["rate", "startRate"];

    /// <summary>The load that the text gives.</summary>
    public static ExpectedLoad Read(string script)
    {
        // What stages lead to are users or starts.
        var areRates = Has(script, "ramping-arrival-rate") && !Has(script, "ramping-vus");
        var (users, rates) = (new Numbers(), new Numbers());
        foreach (var name in UserNames) Collect(script, name, ref users);
        foreach (var name in RateNames) Collect(script, name, ref rates);
        if (areRates) Collect(script, "target", ref rates);
        else Collect(script, "target", ref users);
        return new ExpectedLoad(users.AreComputed || users.Largest == 0 ? null : users.Largest, rates.Largest >= StartRate.High);
    }

    private static bool Has(string script, string text) => script.Contains(text, StringComparison.Ordinal);

    private static void Collect(string script, string name, ref Numbers numbers)
    {
        for (var at = script.IndexOf(name, StringComparison.Ordinal); at >= 0; at = script.IndexOf(name, at + 1, StringComparison.Ordinal))
            if (at == 0 || !(char.IsLetterOrDigit(script[at - 1]) || script[at - 1] is '_' or '$' or '.'))
                numbers.Take(script.AsSpan(at + name.Length));
    }

    /// <summary>Numbers that were found.</summary>
    private struct Numbers
    {
        /// <summary>0 when there is none.</summary>
        public int Largest { get; private set; }

        /// <summary>Whether one of them is no number but something that becomes one.</summary>
        public bool AreComputed { get; private set; }

        /// <summary>That of <c>': 20,</c>; nothing when no colon follows the name.</summary>
        public void Take(ReadOnlySpan<char> rest)
        {
            rest = rest.TrimStart("'\" \t\r\n");
            if (rest.IsEmpty || rest[0] != ':') return;
            rest = rest[1..].TrimStart(" \t\r\n");
            var isQuoted = !rest.IsEmpty && rest[0] is '\'' or '"' or '`';
            if (isQuoted) rest = rest[1..];
            var length = 0;
            while (length < rest.Length && (char.IsAsciiDigit(rest[length]) || (rest[length] == '_' && length > 0))) length++;
            var isNumber = length > 0 && IsEnd(rest[length..].TrimStart(" \t"));
            if (isNumber) Largest = Math.Max(Largest, Value(rest[..length]));
            else AreComputed |= !isQuoted;
        }

        private static bool IsEnd(ReadOnlySpan<char> rest) =>
            rest.IsEmpty || ",}]);'\"`\r\n".Contains(rest[0]) || rest.StartsWith("//") || rest.StartsWith("/*");

        private static int Value(ReadOnlySpan<char> digits)
        {
            var number = 0L;
            foreach (var digit in digits)
                if (digit != '_') number = Math.Min(int.MaxValue, number * 10 + (digit - '0'));
            return (int)number;
        }
    }
}
