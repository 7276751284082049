namespace Dyno.Metrics;

/// <summary>Finds the operator of a threshold.</summary>
internal static class OperatorSyntax
{
    // Longest first, so that "<=" is not read as "<".
    private static readonly (string Symbol, ThresholdOperator ThresholdOperator)[] Symbols =
    [
        ("===", ThresholdOperator.Equal), ("==", ThresholdOperator.Equal), ("!=", ThresholdOperator.NotEqual),
        ("<=", ThresholdOperator.LessOrEqual), (">=", ThresholdOperator.GreaterOrEqual),
        ("<", ThresholdOperator.Less), (">", ThresholdOperator.Greater),
    ];

    internal static string SymbolOf(ThresholdOperator comparison) => Symbols.Last(s => s.ThresholdOperator == comparison).Symbol;

    /// <summary>Splits <c>left operator right</c>, both sides trimmed; false without an operator.</summary>
    internal static bool TrySplit(string text, out string left, out ThresholdOperator comparison, out string right)
    {
        (left, comparison, right) = ("", default, "");
        var at = text.AsSpan().IndexOfAny("<>=!");
        if (at < 0) return false;
        foreach (var (symbol, candidate) in Symbols)
        {
            if (string.CompareOrdinal(text, at, symbol, 0, symbol.Length) != 0) continue;
            (left, comparison, right) = (text[..at].Trim(), candidate, text[(at + symbol.Length)..].Trim());
            return true;
        }

        return false;
    }
}
