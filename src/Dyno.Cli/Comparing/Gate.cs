using System.Collections.Immutable;
using Dyno.Results.Comparisons;
using Dyno.Results.Runs;

namespace Dyno.Cli.Comparing;

/// <summary>What a comparison means to a build: an exit code, and why.</summary>
/// <param name="ExitCode">0 when it passes.</param>
/// <param name="Reasons">A sentence for each reason not to pass.</param>
internal sealed record Gate(int ExitCode, ImmutableArray<string> Reasons)
{
    /// <summary>Judges the comparison.</summary>
    /// <param name="comparison">The comparison.</param>
    /// <param name="failsOnUnclear">Whether a pair without a clear verdict fails it, too.</param>
    public static Gate Judge(Comparison comparison, bool failsOnUnclear)
    {
        if (comparison.Health.State == HealthState.Void)
            return new Gate(Results.Problems.ExitCode.Void, [.. comparison.Health.Findings.Where(f => f.State == HealthState.Void).Select(f => $"the experiment is void: {f.Message}")]);
        var failing = comparison.Pairs.Where(p => !p.IsControl && Fails(p.Verdict, failsOnUnclear)).Select(p => p.Sentence).ToImmutableArray();
        return new Gate(failing.IsEmpty ? Results.Problems.ExitCode.Success : Results.Problems.ExitCode.Regression, failing);
    }

    // A pair that could not be judged is not clear either: who asks for certainty is not served by silence.
    private static bool Fails(string verdict, bool failsOnUnclear) => verdict == "slower" || (failsOnUnclear && verdict is ("unclear" or "notJudged"));
}
