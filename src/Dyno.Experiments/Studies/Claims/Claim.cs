namespace Dyno.Experiments;

/// <summary>One statement of an article, and what decides whether the statement holds on this machine.</summary>
public sealed record Claim
{
    /// <summary>Short name, unique in the study.</summary>
    public required string Id { get; init; }

    /// <summary>What the article says, in the study's own words.</summary>
    public required string Says { get; init; }

    /// <summary>The article's figures.</summary>
    public required string ArticleValue { get; init; }

    /// <summary>What is measured; null for a claim that cannot be judged by any experiment.</summary>
    public Measure? Measure { get; init; }

    /// <summary>The condition under which the claim holds; null together with <see cref="Measure"/>.</summary>
    public Condition? Condition { get; init; }

    /// <summary>Why no experiment can judge the claim; null when one can.</summary>
    public string? CannotBeJudged { get; init; }

    /// <summary>What a reader should know in addition to the figures; may be empty.</summary>
    public string Note { get; init; } = "";

    /// <summary>Whether a quick run judges the claim.</summary>
    public bool IsQuick { get; init; }
}
