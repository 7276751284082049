namespace Dyno.Results;

/// <summary>Finds the word a user probably meant.</summary>
public static class NearestWord
{
    /// <summary>
    /// The known word that is at most <paramref name="maxEdits"/> edits away (a swap of neighbouring letters is one edit). Without
    /// such a word, the only known word that begins with this word, where this word is more than half of it; null when there is none.
    /// </summary>
    public static string? Find(string word, IEnumerable<string> known, int maxEdits = 2)
    {
        var (best, bestEdits) = ((string?)null, maxEdits + 1);
        foreach (var candidate in known)
        {
            var edits = Edits(word.ToUpperInvariant(), candidate.ToUpperInvariant());
            if (edits < bestEdits && edits < candidate.Length) (best, bestEdits) = (candidate, edits);
        }

        return best ?? Longer(word, known);
    }

    private static string? Longer(string word, IEnumerable<string> known)
    {
        var longer = known.Where(k => k.StartsWith(word, StringComparison.OrdinalIgnoreCase) && word.Length * 2 > k.Length).Take(2).ToList();
        return longer.Count == 1 ? longer[0] : null;
    }

    // Optimal string alignment distance. Words whose lengths differ by more than two are not compared.
    private static int Edits(string a, string b)
    {
        if (Math.Abs(a.Length - b.Length) > 2) return int.MaxValue;
        var table = new int[a.Length + 1, b.Length + 1];
        for (var i = 0; i <= a.Length; i++) table[i, 0] = i;
        for (var j = 0; j <= b.Length; j++) table[0, j] = j;
        for (var i = 1; i <= a.Length; i++)
            for (var j = 1; j <= b.Length; j++)
                table[i, j] = Cheapest(table, a, b, i, j);
        return table[a.Length, b.Length];
    }

    private static int Cheapest(int[,] table, string a, string b, int i, int j)
    {
        var cost = a[i - 1] == b[j - 1] ? 0 : 1;
        var edits = Math.Min(Math.Min(table[i - 1, j], table[i, j - 1]) + 1, table[i - 1, j - 1] + cost);
        var swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
        return swapped ? Math.Min(edits, table[i - 2, j - 2] + 1) : edits;
    }
}
