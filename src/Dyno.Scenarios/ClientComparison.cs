namespace Dyno.Scenarios;

/// <summary>
/// The same load on two programs, in turns: in each round both are loaded one after the other, and the next round begins with the other
/// one. Immutable: every method returns a changed copy, and <see cref="RunAsync"/> runs it.
/// </summary>
public sealed record ClientComparison
{
    private readonly HttpClient _baseline;
    private readonly HttpClient _candidate;

    internal ClientComparison(HttpClient baseline, HttpClient candidate) =>
        (_baseline, _candidate, Load) = (baseline, candidate,
            new ClientLoad(baseline) { Users = 4, Duration = TimeSpan.FromSeconds(1), WarmUpTime = TimeSpan.Zero });

    private ClientLoad Load { get; init; }

    private int Rounds { get; init; } = 10;

    private string Figure { get; init; } = "p50";

    private double? Threshold { get; init; }

    private (string Baseline, string Candidate) Names { get; init; } = ("baseline", "candidate");

    /// <summary>Sends GET to this URL.</summary>
    /// <param name="url">Relative to the base address of each client.</param>
    public ClientComparison Get(string url) => this with { Load = Load.Get(url) };

    /// <summary>Sends what this function makes for each request.</summary>
    /// <param name="request">Makes a new request each time, relative to the base address of each client.</param>
    public ClientComparison Send(Func<HttpRequestMessage> request) => this with { Load = Load.Send(request) };

    /// <summary>Starts this many requests per second on the program whose turn it is.</summary>
    /// <param name="perSecond">1 or more.</param>
    public ClientComparison At(int perSecond) => this with { Load = Load.At(perSecond) };

    /// <summary>Lets this many users send, each as soon as it has its answer. Default 4.</summary>
    /// <param name="users">1 or more.</param>
    public ClientComparison With(int users) => this with { Load = Load.With(users) };

    /// <summary>How long a program is loaded when it is its turn. Default 1 s.</summary>
    /// <param name="turn">1 s or more.</param>
    public ClientComparison For(TimeSpan turn) => this with { Load = Load.For(turn) };

    /// <summary>How many rounds count, after one that only warms up. Default 10.</summary>
    /// <param name="rounds">5 or more: with fewer nothing can be judged.</param>
    public ClientComparison Over(int rounds)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(rounds, VerdictRule.FewestRounds);
        return this with { Rounds = rounds };
    }

    /// <summary>The figure that is judged. Default <c>p50</c>, the median response time.</summary>
    /// <param name="figure">A figure of a run by its name in <c>--threshold</c>: <c>p50</c>, <c>p99</c>, <c>mean</c>, <c>rate</c>.</param>
    /// <param name="threshold">The smallest relative difference that matters, such as 0.05; null: that of <c>dyno compare</c>.</param>
    /// <exception cref="ArgumentException">There is no such figure.</exception>
    public ClientComparison On(string figure, double? threshold = null)
    {
        if (FigureTable.Find(figure) is null) throw new ArgumentException($"there is no figure \"{figure}\": write p50, p99, mean or rate", nameof(figure));
        return this with { Figure = figure, Threshold = threshold };
    }

    /// <summary>The names of the programs in the verdict. Default <c>baseline</c> and <c>candidate</c>.</summary>
    public ClientComparison Named(string baseline, string candidate)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(baseline);
        ArgumentException.ThrowIfNullOrWhiteSpace(candidate);
        return this with { Names = (baseline, candidate) };
    }

    /// <summary>Runs all rounds.</summary>
    /// <param name="cancellationToken">Ends the comparison without a result.</param>
    /// <exception cref="OperationCanceledException">The comparison was cancelled.</exception>
    public async Task<ComparedClients> RunAsync(CancellationToken cancellationToken = default)
    {
        var (baseline, candidate) = (new List<NodeStats>(), new List<NodeStats>());
        for (var round = 0; round <= Rounds; round++)
        {
            // Each goes first in every other round, so that what changes over time favours neither.
            foreach (var isBaseline in round % 2 == 0 ? new[] { true, false } : [false, true])
            {
                var load = new ClientLoad(isBaseline ? _baseline : _candidate)
                {
                    Name = isBaseline ? Names.Baseline : Names.Candidate,
                    Request = Load.Request,
                    Rate = Load.Rate,
                    Users = Load.Users,
                    Duration = Load.Duration,
                    WarmUpTime = TimeSpan.Zero,
                };
                var stats = await load.RunAsync(cancellationToken);
                cancellationToken.ThrowIfCancellationRequested();
                if (round > 0) (isBaseline ? baseline : candidate).Add(stats);
            }
        }

        var figure = FigureTable.Of(Figure);
        var pairs = baseline.Zip(candidate).Where(p => IsUsable(p.First) && IsUsable(p.Second))
            .Select(p => (Baseline: FigureOf(p.First), Candidate: FigureOf(p.Second))).Where(p => p is { Baseline: > 0, Candidate: > 0 }).ToList();
        var rule = new VerdictRule { Threshold = Threshold ?? figure.Threshold, HigherIsBetter = figure.HigherIsBetter };
        return new ComparedClients(Names, figure, rule, [.. pairs.Select(p => (p.Baseline!.Value, p.Candidate!.Value))], [.. baseline], [.. candidate]);
    }

    /// <summary>
    /// Runs all rounds, and fails the test when the candidate is certainly slower, by at least the threshold, or when requests failed.
    /// An unclear verdict passes: it is no difference.
    /// </summary>
    /// <returns>The verdict with its figures.</returns>
    /// <exception cref="LoadExpectationException">The candidate is slower, or requests failed; the message has the verdict and the rounds.</exception>
    public async Task<ComparedClients> ShouldNotBeSlower() => (await RunAsync()).ShouldNotBeSlower();

    private static bool IsUsable(NodeStats stats) => stats.Result.Health.State != HealthState.Void && stats.AllOkCount > 0;

    private double? FigureOf(NodeStats stats) => RunFigures.Of(stats.Result).TryGetValue(Figure, out var value) ? value : null;
}
