namespace Dyno.Experiments;

/// <summary>What <c>dyno bisect</c> searches, and how certain it has to be.</summary>
public sealed record BisectPlan
{
    /// <summary>The confidence at which a search ends unless another one is asked for.</summary>
    public const double UsualConfidence = 0.95;

    /// <summary>With fewer rounds a comparison is not over.</summary>
    public const int FewestRounds = 3;

    /// <summary>With more rounds a comparison ends unclear.</summary>
    public const int MostRounds = 20;

    /// <summary>The probability at which the search ends, 0.5 to below 1.</summary>
    public double Confidence { get; init; } = UsualConfidence;

    /// <summary>Comparisons between the first and the confirming one, at most; null: half more than a search without noise needs, and four.</summary>
    public int? MostComparisons { get; init; }

    /// <summary>Whether the methods that cost the difference are looked for at the end.</summary>
    public bool Explains { get; init; }

    /// <summary>Comparisons at most, for a number of commits.</summary>
    public int MostFor(int commits) => MostComparisons ?? (int)Math.Ceiling(1.5 * Math.Log2(Math.Max(2, commits))) + 4;

    /// <summary>
    /// How many times more likely one answer of a comparison must be than the other, so that all comparisons of a search together leave
    /// half of what the confidence allows to be wrong.
    /// </summary>
    public double OddsFor(int commits) => 2 * Math.Ceiling(Math.Log2(Math.Max(2, commits)) + 1) / (1 - Confidence);
}
