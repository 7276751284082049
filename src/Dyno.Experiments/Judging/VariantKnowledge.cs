namespace Dyno.Experiments;

/// <summary>What is known of the variants before their first trial.</summary>
/// <param name="Cold">How long the first start of a variant took.</param>
/// <param name="Skipped">Variants that did not come up.</param>
/// <param name="Differences">Answers that differ from the baseline's.</param>
/// <param name="IsCode">Whether a variant's load is code, so that its answers could not be compared beforehand.</param>
internal sealed record VariantKnowledge(
    Func<VariantPlan, EffectiveSettings?> EffectiveOf,
    IReadOnlyDictionary<(string Variant, string Cell), ColdStart> Cold,
    ImmutableArray<SkippedVariant> Skipped,
    ImmutableArray<AnswerDifference> Differences,
    Func<VariantPlan, bool> IsCode)
{
    /// <summary>Why trials ran one after the other; empty when the user asked for that; null for duet trials.</summary>
    public string? WhySequential { get; init; }

    /// <summary>Which commits were taken for branches that have moved on, a sentence each.</summary>
    public ImmutableArray<string> Forks { get; init; } = [];

    /// <summary>The git revision of a variant; null for one that was not checked out.</summary>
    public Func<VariantPlan, RevisionRecord?> RevisionOf { get; init; } = _ => null;

    /// <summary>Answers that differ from the baseline's under load or after it, so far.</summary>
    public Func<ImmutableArray<AnswerDifference>> UnderLoad { get; init; } = () => [];

    /// <summary>Findings against the machine as it was before the experiment began.</summary>
    public ImmutableArray<HealthFinding> Machine { get; init; } = [];

    public static VariantKnowledge Nothing { get; } = new(_ => null, new Dictionary<(string, string), ColdStart>(), [], [], _ => false);
}
