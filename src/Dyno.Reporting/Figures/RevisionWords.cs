namespace Dyno.Reporting;

/// <summary>The git revisions of a comparison: which commits were measured, and how many lie between them.</summary>
internal static class RevisionWords
{
    /// <summary>All revisions in one line; null when no variant was checked out of git.</summary>
    public static string? Of(Comparison comparison)
    {
        var known = comparison.Variants.Where(v => v.Revision is not null && (v.Name == comparison.Experiment.Baseline || v.Revision.Ahead is not null))
            .DistinctBy(v => v.Name).ToList();
        return known.Count == 0 ? null : string.Join("; ", known.Select(v => Of(v, comparison.Experiment.Baseline)));
    }

    private static string Of(VariantResult variant, string baseline) => $"{variant.Name} {FigureText.Commit(variant.Revision!.Commit)}" + variant.Revision switch
    {
        { Ahead: { } ahead, Behind: 0 } => $", {FigureText.Count(ahead, "commit")} ahead of {baseline}",
        { Ahead: { } ahead, Behind: { } behind } => $", {FigureText.Count(ahead, "commit")} ahead of {baseline} and {behind} behind",
        _ => "",
    };
}
