namespace Dyno.Experiments;

/// <summary>The outcome of a search in sentences.</summary>
/// <param name="commits">The good commit and those after it.</param>
/// <param name="plan">How certain the search had to be.</param>
internal sealed class BisectWords(ImmutableArray<GitCommit> commits, IReadOnlyList<BisectStep> steps, BisectPlan plan)
{
    private const double LeastPart = 0.7; // of the change that one commit explains before the rest is worth a word

    public string Sentence(BisectOutcome outcome, int after, int upTo, ChangePosterior posterior, ComparedCommits? judged) => outcome switch
    {
        BisectOutcome.Found when upTo - after == 1 =>
            $"{Name(upTo)} made it slower: probability {Percent(posterior.Commits == 1 ? 1 : posterior.Between(after, upTo))}",
        BisectOutcome.Found =>
            $"one of {upTo - after} commits made it slower, {commits[after + 1].Id[..8]} to {commits[upTo].Id[..8]}: those between {commits[after].Id[..8]} and {commits[upTo].Id[..8]} cannot be measured",
        BisectOutcome.NothingToFind when judged?.Unmeasurable is { } why => $"{Good} and {Bad} could not be compared: {why}",
        BisectOutcome.NothingToFind when judged?.Pair?.Verdict is "faster" or "slightlyFaster" => $"nothing to find: {Bad} is faster than {Good}",
        BisectOutcome.NothingToFind when judged?.Pair?.Verdict is "same" => $"nothing to find: {Bad} is as fast as {Good}",
        BisectOutcome.NothingToFind => $"no verdict: it is not certain whether {Bad} is slower than {Good}",
        BisectOutcome.Shared => $"no single commit made it slower: several share the change (probability {Percent(posterior.Spread)})",
        BisectOutcome.Unsure => $"not found with {Percent(plan.Confidence)}: the likeliest, {Name(upTo)}, has {Percent(posterior.Between(after, upTo))}",
        _ => "the search was stopped before it was certain",
    };

    /// <summary>What the user may do next, a sentence each.</summary>
    public ImmutableArray<string> Remarks(BisectOutcome outcome, int after, int upTo) => outcome switch
    {
        BisectOutcome.Found => [.. new[] { Merge(upTo), Part(after, upTo) }.OfType<string>()],
        BisectOutcome.NothingToFind => ["more time makes smaller differences visible: --for 10m; another metric may differ: --metric server.cpuPerRequest"],
        BisectOutcome.Shared => LargestPart() is { } part ? [part] : [],
        BisectOutcome.Unsure => ["measure further with the launches that are kept: --resume --most 20, or give each comparison more time: --for 10m"],
        _ => ["go on with the launches that are kept: the same command with --resume"],
    };

    private string Good => commits[0].Id[..8];

    private string Bad => commits[^1].Id[..8];

    private string Name(int number) => string.Create(CultureInfo.InvariantCulture,
        $"{commits[number].Id[..8]} \"{commits[number].Subject}\" ({commits[number].Author}, {commits[number].AuthorDate:yyyy-MM-dd})");

    private string? Merge(int upTo) => commits[upTo].Parents is [var main, var branch, ..]
        ? $"{commits[upTo].Id[..8]} merges a branch; to search its commits: dyno bisect {main[..12]} {branch[..12]}" : null;

    // A second change would otherwise stay unseen.
    private string? Part(int after, int upTo)
    {
        if (after == 0 && upTo == commits.Length - 1) return null;
        var (whole, own) = (CostsOf(0, commits.Length - 1), CostsOf(after, upTo));
        if (whole.Length < 2 || own.Length < 2 || whole.Average() <= 0) return null;
        if (Location.ByStudent(own, 0.95).High >= whole.Average() || own.Average() >= LeastPart * whole.Average()) return null;
        return $"it explains about {Percent(Math.Max(0, own.Average() / whole.Average()))} of the change: search the rest with dyno bisect {commits[upTo].Id[..12]} {commits[^1].Id[..12]}"
            + (after > 0 ? $", and dyno bisect {commits[0].Id[..12]} {commits[after].Id[..12]}" : "");
    }

    // Between which two measured commits the program got slower most.
    private string? LargestPart()
    {
        var measured = commits.Select((c, i) => (Number: i,
            Costs: steps.Where(s => s.Against == commits[0].Id && s.Commit == c.Id).SelectMany(s => s.Costs).ToList()))
            .Where(m => m.Number == 0 || m.Costs.Count > 0).Select(m => (m.Number, Cost: m.Number == 0 ? 0 : m.Costs.Average())).ToList();
        if (measured.Count < 3) return null;
        var (from, to) = measured.Zip(measured.Skip(1)).MaxBy(pair => pair.Second.Cost - pair.First.Cost);
        return $"the largest part, about {Percent((to.Cost - from.Cost) / measured[^1].Cost)} of it, came after {commits[from.Number].Id[..8]} and up to {commits[to.Number].Id[..8]}: "
            + $"dyno bisect {commits[from.Number].Id[..12]} {commits[to.Number].Id[..12]}";
    }

    private double[] CostsOf(int from, int to) => [.. steps.LastOrDefault(s => s.Against == commits[from].Id && s.Commit == commits[to].Id)?.Costs ?? []];

    // Never 100 %: that would be certainty.
    internal static string Percent(double probability) => probability is > 0.999 and < 1 ? "over 99.9 %" : probability.ToString("0.# %", CultureInfo.InvariantCulture);
}
