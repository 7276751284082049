namespace Dyno.Experiments.Tests;

/// <summary>Launches of commits whose true cost is known. Each launch has the same noise; a control is launched with the judged pairs.</summary>
/// <param name="cost">The logarithm of the time that a request takes at a commit.</param>
/// <param name="noise">Standard deviation of a launch, in logs.</param>
/// <param name="random">Draws the noise.</param>
internal sealed class SimulatedCommits(Func<int, double> cost, double noise, Random random) : ICommitComparer
{
    private const int RoundsOfVerdict = 8;

    /// <summary>Commits that do not build.</summary>
    public HashSet<int> Broken { get; init; } = [];

    /// <summary>Every comparison, in order.</summary>
    public List<(int From, int To, int Rounds)> Made { get; } = [];

    /// <summary>The comparison, from 1, at which the user stops; 0 for never.</summary>
    public int StopsAt { get; set; }

    public Task<ComparedCommits> JudgeAsync(int from, int to, bool explains)
    {
        if (Unmade(from, to) is { } unmade) return Task.FromResult(unmade);
        double[] costs = [.. Enumerable.Range(0, RoundsOfVerdict).Select(_ => Round(from, to))];
        Made.Add((from, to, costs.Length));
        var verdict = new VerdictRule { Threshold = 0.02, HigherIsBetter = false }.Judge(PairedRatio.FromLogRatios(costs, 0.95), 0);
        return Task.FromResult(new ComparedCommits([.. costs]) { Pair = PairOf(verdict) });
    }

    public Task<ComparedCommits> CompareAsync(int from, int to, Func<ImmutableArray<double>, bool> isEnough)
    {
        if (Unmade(from, to) is { } unmade) return Task.FromResult(unmade);
        var costs = ImmutableArray<double>.Empty;
        while (costs.Length < BisectPlan.MostRounds && !(costs.Length > 0 && isEnough(costs))) costs = costs.Add(Round(from, to));
        Made.Add((from, to, costs.Length));
        return Task.FromResult(new ComparedCommits(costs));
    }

    private ComparedCommits? Unmade(int from, int to)
    {
        if (StopsAt > 0 && Made.Count + 1 == StopsAt) return new ComparedCommits([]) { WasStopped = true };
        if (!Broken.Contains(to)) return null;
        Made.Add((from, to, 0));
        return new ComparedCommits([]) { Unmeasurable = "it does not build" };
    }

    private double Round(int from, int to) => cost(to) - cost(from) + Launch() - Launch();

    private double Launch() => Normal.Sample(random, 0, noise);

    private static PairResult PairOf(Verdict verdict) => new()
    {
        Baseline = "a",
        Variant = "b",
        Sentence = "b against a",
        Metrics = [],
        Verdict = char.ToLowerInvariant(verdict.ToString()[0]) + verdict.ToString()[1..],
    };
}
