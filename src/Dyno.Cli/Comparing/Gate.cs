namespace Dyno.Cli;

/// <summary>What a comparison means to a build: an exit code and its reasons.</summary>
/// <param name="ExitCode">0 when the gate passes.</param>
/// <param name="Reasons">A sentence for each reason why the gate fails.</param>
internal sealed record Gate(int ExitCode, ImmutableArray<string> Reasons)
{
    /// <summary>The same gate, passed where it has no verdict: a build that cannot be judged is neither good nor bad.</summary>
    public Gate Neutral() => ExitCode != Dyno.Results.ExitCode.Void ? this
        : new Gate(Dyno.Results.ExitCode.Success, Reasons.Remove(NoVerdict).Add("the gate is neutral: there is no verdict, and --gate-neutral lets the build pass"));

    /// <summary>Judges the comparison.</summary>
    /// <param name="failsOnUnclear">Whether a pair without a clear verdict fails the gate, too.</param>
    /// <param name="onStructure">
    /// Whether only structural metrics decide. They count work, such as allocated bytes; they need two launches, and any machine will do.
    /// </param>
    public static Gate Judge(Comparison comparison, bool failsOnUnclear, bool onStructure = false)
    {
        if (onStructure) return OnStructure(comparison);
        if (comparison.Health.State == HealthState.Void)
            return new Gate(Dyno.Results.ExitCode.Void, [.. comparison.Health.Findings.Where(f => f.State == HealthState.Void).Select(f => $"the experiment is void: {f.Message}")]);
        ImmutableArray<string> failing =
        [
            .. comparison.Pairs.Where(p => p.IsAsked).SelectMany(p => p.Judged.Where(j => Fails(j.Verdict, failsOnUnclear)).Select(j => j.Sentence)
                .Prepend(Fails(p.Verdict, failsOnUnclear) ? p.Sentence : p.Failures)).OfType<string>().Distinct(),
        ];
        if (!failing.IsEmpty) return new Gate(Dyno.Results.ExitCode.Regression, failing);
        ImmutableArray<string> open = [.. comparison.Pairs.Where(p => p.IsAsked && !IsJudged(p)).Select(p => p.Sentence)];
        return open.IsEmpty && comparison.Pairs.Any(p => p.IsAsked) ? new Gate(Dyno.Results.ExitCode.Success, [])
            : new Gate(Dyno.Results.ExitCode.Void, [.. open.DefaultIfEmpty("nothing was compared"), NoVerdict]);
    }

    private const string NoVerdict = "without a verdict the gate does not pass; give it more rounds (--rounds 8), or more time (--for 6m)";

    // A pair is judged when one of its metrics is, and the measurement of none cannot be used.
    private static bool IsJudged(PairResult pair) =>
        pair.Judged.Select(j => j.Verdict).Prepend(pair.Verdict).ToList() is var verdicts && verdicts.Exists(v => v != "notJudged") && !verdicts.Contains("void");

    // A machine may be too busy for a verdict on time, but counted work is correct even then.
    private static Gate OnStructure(Comparison comparison)
    {
        var judged = comparison.Pairs.Where(p => p.IsAsked).SelectMany(p => p.Judged.Where(j => j.IsStructural)).ToList();
        if (judged.All(j => j.Verdict is "void" or "notJudged"))
            return new Gate(Dyno.Results.ExitCode.Void, ["no structural metric was measured: these metrics need two rounds, and a server whose runtime is observed"]);
        ImmutableArray<string> failing =
        [
            .. comparison.Pairs.Where(p => p.IsAsked).Select(p => p.Failures).OfType<string>(), .. judged.Where(j => j.Verdict == "slower").Select(j => j.Sentence),
        ];
        return new Gate(failing.IsEmpty ? Dyno.Results.ExitCode.Success : Dyno.Results.ExitCode.Regression, failing);
    }

    // A pair that could not be judged counts as unclear: a user who asks for certainty must learn that there is none.
    private static bool Fails(string verdict, bool failsOnUnclear) => verdict == "slower" || (failsOnUnclear && verdict is ("unclear" or "notJudged"));
}
