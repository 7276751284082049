namespace Dyno.Experiments;

/// <summary>
/// Which variants of a cell are up at the same time. All of them where memory allows it. Otherwise groups that take turns within a round:
/// each pair that is compared is together in one of them, so a variant of several pairs is launched several times in a round.
/// </summary>
/// <param name="freeBytes">Memory that is free for programs, in bytes; null when it is unknown, or of no interest.</param>
internal sealed class LaunchGroups(ExperimentPlan plan, long? freeBytes)
{
    private const long Usual = 256L * 1024 * 1024; // bytes of a server without its own limit; its garbage collector takes more when more is free
    private const long UsualOfService = 128L * 1024 * 1024;
    private const double Spare = 0.8;

    /// <summary>The groups of a cell; empty when not even two variants that are compared fit into the memory together.</summary>
    /// <param name="cell">The variants of the cell, the control included.</param>
    public ImmutableArray<ImmutableArray<VariantPlan>> Of(ImmutableArray<VariantPlan> cell)
    {
        var pairs = Pairs(plan.Compare, cell);
        if (Fits(cell) || pairs.IsEmpty) return [cell];
        var groups = new List<ImmutableArray<VariantPlan>>();
        foreach (var (baseline, variant) in pairs)
        {
            if (groups.Exists(group => group.Contains(baseline) && group.Contains(variant))) continue;
            var roomy = groups.FindIndex(group => (group.Contains(baseline) || group.Contains(variant)) && Fits([.. group.Union([baseline, variant])]));
            if (roomy >= 0) groups[roomy] = [.. groups[roomy].Union([baseline, variant])];
            else if (Fits([baseline, variant])) groups.Add([baseline, variant]);
            else return [];
        }
        return [.. groups];
    }

    /// <summary>Why the variants of a round are not up all at once, or in groups; null when they are up at once.</summary>
    public string? Reason
    {
        get
        {
            var cells = Cells.Select(cell => (Cell: cell, Groups: Of(cell))).ToList();
            if (cells.TrueForAll(c => c.Groups.Length == 1)) return null;
            var (largest, groups) = cells.OrderBy(c => c.Groups.IsEmpty ? 0 : 1).ThenByDescending(c => BytesOf(c.Cell)).First();
            var needed = groups.IsEmpty ? Pairs(plan.Compare, largest).Max(p => BytesOf([p.Baseline, p.Variant])) : BytesOf(largest);
            return $"{(groups.IsEmpty ? "two" : "all")} variants together would need about {needed >> 20} MiB of memory, and {(long)(Spare * freeBytes!.Value) >> 20} MiB may be used, "
                + "80 % of what is free";
        }
    }

    /// <summary>Whether at least two variants that are compared can be up at the same time, in every cell.</summary>
    public bool ArePossible => Cells.All(cell => !Of(cell).IsEmpty);

    /// <summary>How many launches a round has.</summary>
    public int LaunchesPerRound => Cells.Sum(cell => Of(cell).Sum(group => group.Length));

    private IEnumerable<ImmutableArray<VariantPlan>> Cells =>
        Experiment.WithControls(plan).GroupBy(v => v.Cell).Select(cell => cell.ToImmutableArray());

    /// <summary>The pairs that are compared in a cell, the control with its baseline first.</summary>
    /// <param name="cell">The variants of the cell, the control included.</param>
    public static ImmutableArray<(VariantPlan Baseline, VariantPlan Variant)> Pairs(ComparePlan compare, ImmutableArray<VariantPlan> cell)
    {
        var pairs = Judgement.Compared(compare, [.. cell.Select(v => v.Name)]);
        pairs.AddRange(Judgement.WithYardstick(compare, [.. cell.Select(v => v.Name)]));
        if (cell.Any(v => v.Name == Judgement.ControlName)) pairs.Insert(0, (compare.Baseline, Judgement.ControlName));
        return [.. pairs.Select(pair => (Named(pair.Baseline), Named(pair.Variant)))];

        VariantPlan Named(string name) => cell.First(v => v.Name == name);
    }

    private bool Fits(ImmutableArray<VariantPlan> together) => freeBytes is not { } free || BytesOf(together) <= Spare * free;

    // A variant at a URL, or on the machine of an agent, takes no memory of this machine.
    private long BytesOf(ImmutableArray<VariantPlan> together) => together.Where(v => v.Subject is { Url: null, On: null })
        .Sum(v => (v.Subject.MemoryLimitBytes ?? Usual) + plan.Services.Length * UsualOfService);
}
