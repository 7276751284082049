namespace Dyno.Import;

/// <summary>The words of invented values, by list.</summary>
internal static class InventedWords
{
    private static readonly FrozenDictionary<string, string> Lists = InventedNames.Table("words.txt").ToFrozenDictionary(p => p[0], p => p[1]);

    /// <summary>The words of a list; of <c>Lorem</c> those of <c>lorem</c> with a capital.</summary>
    public static string[] Of(string list)
    {
        if (list == "Lorem") return [.. Of("lorem").Select(w => char.ToUpperInvariant(w[0]) + w[1..])];
        var words = Lists[list];
        return words.Split(words.Contains('|', StringComparison.Ordinal) ? '|' : ' ');
    }
}
