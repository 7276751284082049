namespace Dyno.Scenarios;

/// <summary>
/// What two programs did under the same load in turns. Both ran in this process, or were started once, so the verdict is about these
/// launches: another launch of the same program may be a percent faster. <c>dyno compare</c> launches each program anew in every round.
/// </summary>
public sealed class ComparedClients
{
    private readonly Figure _figure;
    private readonly (string Baseline, string Candidate) _names;

    internal ComparedClients(
        (string Baseline, string Candidate) names, Figure figure, VerdictRule rule, ImmutableArray<(double Baseline, double Candidate)> rounds,
        ImmutableArray<NodeStats> baseline, ImmutableArray<NodeStats> candidate)
    {
        (_names, _figure, Rounds, Baseline, Candidate) = (names, figure, rounds, baseline, candidate);
        Estimate = rounds.IsEmpty ? null : PairedRatio.Estimate([.. rounds.Select(r => r.Baseline)], [.. rounds.Select(r => r.Candidate)],
            VerdictRule.LevelFor(1));
        Verdict = Estimate is null ? Verdict.Void : rule.Judge(Estimate, bias: 0);
        Sentence = VerdictWords.Sentence(Verdict, figure, names.Candidate, names.Baseline, Estimate, rule, bias: 0);
    }

    /// <summary>The verdict on the candidate, by the rules of <c>dyno compare</c>.</summary>
    public Verdict Verdict { get; }

    /// <summary>The verdict in one sentence.</summary>
    public string Sentence { get; }

    /// <summary>Candidate ÷ baseline of the judged figure, with its interval; null when no round counts.</summary>
    public RatioEstimate? Estimate { get; }

    /// <summary>The judged figure of both programs in each round that counts, in the unit of the figure (times in nanoseconds).</summary>
    public ImmutableArray<(double Baseline, double Candidate)> Rounds { get; }

    /// <summary>The turns of the baseline.</summary>
    public ImmutableArray<NodeStats> Baseline { get; }

    /// <summary>The turns of the candidate.</summary>
    public ImmutableArray<NodeStats> Candidate { get; }

    /// <summary>Fails the test when the candidate is certainly slower, by at least the threshold, or when requests failed.</summary>
    /// <exception cref="LoadExpectationException">The message has the verdict and the rounds.</exception>
    public ComparedClients ShouldNotBeSlower() => Verdict == Verdict.Slower ? throw Failed($"{_names.Candidate} should not be slower") : Usable();

    /// <summary>Fails the test unless the candidate is certainly faster, by at least the threshold.</summary>
    /// <exception cref="LoadExpectationException">The message has the verdict and the rounds.</exception>
    public ComparedClients ShouldBeFaster() => Verdict == Verdict.Faster ? Usable() : throw Failed($"{_names.Candidate} should be faster");

    /// <summary>The verdict in a sentence, then a line for each round that counts.</summary>
    public override string ToString()
    {
        var text = new StringBuilder(Sentence);
        if (Rounds.IsEmpty) return text.ToString();
        var width = Math.Max(14, Math.Max(_names.Baseline.Length, _names.Candidate.Length) + 2);
        text.Append(CultureInfo.InvariantCulture, $"\n\n  round{_names.Baseline.PadLeft(width)}{_names.Candidate.PadLeft(width)}    change   ({_figure.Phrase})");
        for (var i = 0; i < Rounds.Length; i++)
            text.Append(CultureInfo.InvariantCulture, $"\n  {i + 1,5}{_figure.Say(Rounds[i].Baseline).PadLeft(width)}{_figure.Say(Rounds[i].Candidate).PadLeft(width)}{VerdictWords.Change(Rounds[i].Candidate / Rounds[i].Baseline),10}");
        return text.ToString();
    }

    // A program whose requests fail is fast for the wrong reason.
    private ComparedClients Usable()
    {
        foreach (var (name, turns) in new[] { (_names.Baseline, Baseline), (_names.Candidate, Candidate) })
            if (turns.Sum(t => t.AllFailCount) is > 0 and var failed)
                throw Failed($"{failed} requests to {name} failed{(turns.SelectMany(t => t.Result.Measured.Errors).FirstOrDefault() is { } error ? $" ({error.Kind}: {error.FirstExample})" : "")}");
        return Rounds.Length >= VerdictRule.FewestRounds ? this
            : throw Failed($"only {FigureText.Count(Rounds.Length, "round")} {(Rounds.Length == 1 ? "counts" : "count")}, and a verdict needs {VerdictRule.FewestRounds}{VoidBecause()}");
    }

    private string VoidBecause() => Baseline.Concat(Candidate).SelectMany(t => t.Result.Health.Findings).FirstOrDefault(f =>
        f.State == HealthState.Void) is { } finding
        ? $": {finding.Message}" : "";

    private LoadExpectationException Failed(string what) => new($"{what}:\n{this}");
}
