namespace Dyno.Reporting;

/// <summary>Why the figures are as they are: each reason once, with the variants that it holds for.</summary>
internal static class ReasonLines
{
    public static IEnumerable<Line> Of(Comparison comparison) => Reasons(comparison).Select(Sentence);

    /// <summary>Each reason, followed by the figures of each variant that it rests on.</summary>
    public static IEnumerable<Line> WithEvidence(Comparison comparison) => Reasons(comparison).SelectMany(reason => (IEnumerable<Line>)
    [
        Sentence(reason),
        .. reason.Where(held => !held.Why.Evidence.IsDefaultOrEmpty)
            .Select(held => new Line().Quiet($"    {NameOf(held.Variant)}: {string.Join("; ", held.Why.Evidence)}")),
    ]);

    private static IEnumerable<IGrouping<string, (VariantResult Variant, ExplanationRecord Why)>> Reasons(Comparison comparison) =>
        comparison.Variants.Where(v => !v.Explanations.IsDefaultOrEmpty).SelectMany(v => v.Explanations, (variant, why) => (variant, why))
            .GroupBy(held => held.why.Message);

    private static Line Sentence(IGrouping<string, (VariantResult Variant, ExplanationRecord Why)> reason)
    {
        var (trials, of) = (reason.Sum(held => held.Why.Trials), reason.Sum(held => held.Why.OfTrials));
        return new Line().Quiet("why ").Plain($"{string.Join(", ", reason.Select(held => NameOf(held.Variant)).Distinct())}: {reason.Key}")
            .Quiet(of > 1 ? $" ({trials} of {of} trials)" : "");
    }

    private static string NameOf(VariantResult variant) => variant.Cell.Length > 0 ? $"{variant.Name} ({variant.Cell})" : variant.Name;
}
