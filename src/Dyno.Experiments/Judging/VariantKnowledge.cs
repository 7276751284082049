using System.Collections.Immutable;
using Dyno.Experiments.Plans;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Judging;

/// <summary>What is known of the variants before their first trial.</summary>
/// <param name="EffectiveOf">What a variant said it runs with.</param>
/// <param name="Cold">How its first start went.</param>
/// <param name="Skipped">Variants that could not be had.</param>
/// <param name="Differences">Answers that differ from the baseline's.</param>
/// <param name="IsCode">Whether a variant's load is code, whose answers could not be asked for beforehand.</param>
internal sealed record VariantKnowledge(
    Func<VariantPlan, EffectiveSettings?> EffectiveOf,
    IReadOnlyDictionary<(string Variant, string Cell), ColdStart> Cold,
    ImmutableArray<SkippedVariant> Skipped,
    ImmutableArray<AnswerDifference> Differences,
    Func<VariantPlan, bool> IsCode)
{
    /// <summary>Why trials ran one after the other; empty when that was asked for; null for duet trials.</summary>
    public string? WhySequential { get; init; }

    /// <summary>What speaks against the machine as it was before anything began.</summary>
    public ImmutableArray<HealthFinding> Machine { get; init; } = [];

    /// <summary>Nothing is known.</summary>
    public static VariantKnowledge Nothing { get; } = new(_ => null, new Dictionary<(string, string), ColdStart>(), [], [], _ => false);
}
