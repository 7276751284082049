namespace Dyno.Experiments;

/// <summary>Finds variants that are written differently but run with the same settings, so that their comparison shows only noise.</summary>
internal static class SameSettings
{
    /// <summary>Each pair of such variants of a cell, in a sentence.</summary>
    /// <param name="effectiveOf">The settings that a variant reports; null when it reports none.</param>
    public static IEnumerable<string> Of(IEnumerable<VariantPlan> variants, Func<VariantPlan, EffectiveSettings?> effectiveOf)
    {
        foreach (var cell in variants.GroupBy(v => v.Cell))
        {
            var known = cell.Select(v => (v.Name, Key: KeyOf(v, effectiveOf(v)))).Where(v => v.Key is not null).ToList();
            for (var i = 0; i < known.Count; i++)
                for (var j = i + 1; j < known.Count; j++)
                    if (known[i].Key == known[j].Key)
                        yield return $"{known[i].Name} and {known[j].Name}{(cell.Key.Length > 0 ? $" ({cell.Key})" : "")} are the same program with the same effective settings: a difference between them is noise";
        }
    }

    // Everything else that may make a difference: another program, other arguments, variables that the runtime does not read.
    private static string? KeyOf(VariantPlan variant, EffectiveSettings? effective)
    {
        if (effective is null) return null;
        var subject = variant.Subject;
        return string.Join('\n', subject.Project, string.Join(' ', subject.Command), subject.Git, subject.Cpus, subject.MemoryLimitBytes,
            subject.UsesHttps, subject.StartsCold, variant.Load,
            variant.Path, variant.Shape, string.Join('\n', variant.Shape.Environment.Select(e => $"{e.Key}={e.Value}")),
            string.Join(' ', subject.Arguments), string.Join(' ', subject.Properties.Select(p => $"{p.Key}={p.Value}")),
            string.Join('\n', subject.Environment.Where(e => !IsOfTheRuntime(e.Key)).Select(e => $"{e.Key}={e.Value}")),
            JsonSerializer.Serialize(effective with { Gc = effective.Gc.Clear() }), string.Join('\n', effective.Gc.Select(g => $"{g.Key}={g.Value}")));
    }

    private static bool IsOfTheRuntime(string variable) =>
        variable.StartsWith("DOTNET_gc", StringComparison.OrdinalIgnoreCase) || variable.StartsWith("COMPlus_gc", StringComparison.OrdinalIgnoreCase)
        || variable.EndsWith("_TieredCompilation", StringComparison.Ordinal) || variable.EndsWith("_TieredPGO", StringComparison.Ordinal)
        || variable.EndsWith("_PROCESSOR_COUNT", StringComparison.Ordinal);
}
