namespace Dyno.Experiments;

/// <summary>The part of an experiment file that says what is compared: subject and variants.</summary>
internal static class VariantsSection
{
    /// <summary>Keys of a variant: the keys of a subject, and those for a load and a warm-up of its own.</summary>
    internal static readonly string[] Keys = [.. SubjectSection.Keys, "load", "warmup"];

    /// <summary>The variants, each with its complete subject and load.</summary>
    /// <param name="folder">Where relative paths start.</param>
    /// <param name="load">The load of all variants; null when it is missing or wrong.</param>
    public static ImmutableArray<VariantPlan> Read(IReadOnlyDictionary<string, YamlPlace> entries, string folder, LoadSection.Load? load)
    {
        var subject = entries.TryGetValue("subject", out var place) ? Subject(place, folder) : new SubjectPlan();
        if (!entries.TryGetValue("variants", out var list)) return [];
        var variants = ImmutableArray.CreateBuilder<VariantPlan>();
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var (name, variant) in list.Entries())
        {
            if (name == Judgement.ControlName) variant.Problem($"'{name}' is the name of the control", "give the variant another name");
            else if (!names.Add(name)) variant.Problem($"two variants have the name '{name}', apart from letter case", "rename one of them");
            else if (name.Length == 0 || name.Any(c => !char.IsAsciiLetterOrDigit(c) && c is not ('-' or '_' or '.')))
                variant.Problem($"'{name}' cannot be a variant's name", "use letters, digits, '-', '_' and '.'");
            variants.Add(Variant(name, variant, subject, folder, load));
        }
        if (variants.Count < 2 && !entries.ContainsKey("sweep")) list.Problem("nothing to compare: at least two variants are needed", "add another variant");
        return variants.ToImmutable();
    }

    private static SubjectPlan Subject(YamlPlace place, string folder)
    {
        var keys = place.Entries(SubjectSection.Keys);
        return SubjectSection.Read(keys, new SubjectPlan(), folder);
    }

    private static VariantPlan Variant(string name, YamlPlace place, SubjectPlan subject, string folder, LoadSection.Load? load)
    {
        var keys = place.Entries(Keys);
        var plan = SubjectSection.Read(keys, subject, folder);
        if (plan is { Project: null, Command.IsEmpty: true, Url: null })
            place.Problem($"{place.Name} has nothing to measure", "write subject: { project: PATH }, or a project, command or url here");
        if (plan.Git is not null && plan.Project is null) place.Problem("a git reference needs a project", "write project: PATH");
        if (plan is { Port: not null, Instances: > 1 }) place.Problem("several instances cannot share one port", "remove port or instances");
        if (plan.Url is not null && keys.Keys.FirstOrDefault(key => key is not ("url" or "load" or "warmup")) is { } own)
            keys[own].Problem("Dyno does not start the program at a url and cannot change it", $"remove {own}");
        var shape = keys.TryGetValue("load", out var overrides) ? LoadSection.ReadOverrides(overrides, folder) : null;
        return new VariantPlan
        {
            Name = name,
            Subject = plan,
            Load = shape?.Target ?? load?.Target ?? "",
            LoadRevision = shape?.Target is null ? load?.Revision : shape.Revision,
            Shape = (shape?.Shape ?? new()).Over(load?.Shape ?? new()),
            WarmUp = keys.ContainsKey("warmup") ? LoadSection.ReadWarmUp(keys) : null,
        };
    }
}
