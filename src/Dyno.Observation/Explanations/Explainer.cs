using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>
/// Explains why the figures of a run are as they are: stated rules over the counters, each with the figures on which it is based.
/// docs/experiments.md lists the rules with their limits. To add a rule, add its class and a line here.
/// </summary>
public static class Explainer
{
    private static readonly ImmutableArray<IExplanationRule> Rules =
    [
        new OtherTrafficRule(),
        new IdleServiceRule(),
        new CpuTakenRule(),
        new StarvationRule(),
        new GcBoundRule(),
        new LockContentionRule(),
        new ConnectionQueueRule(),
        new ThrownExceptionsRule(),
        new ServiceSaturatedRule(),
        new CpuBoundRule(),
    ];

    /// <summary>Adds to a run the explanations that the counters of the server give.</summary>
    /// <param name="run">The run.</param>
    /// <param name="served">Requests that the server counted over the whole load; null when it did not count them.</param>
    public static RunResult Explain(RunResult run, long? served = null)
    {
        ArgumentNullException.ThrowIfNull(run);
        if (run.Server is null || run.Measured.Totals.Requests == 0) return run;
        run = ServedAndSent.Compare(run, served);
        ImmutableArray<ExplanationRecord> found = [.. Rules.Select(rule => rule.Look(run, run.Server!)).OfType<ExplanationRecord>()];
        // The server counts as idle only when no other rule explains the rate.
        var isUnexplained = found.All(f => f.Rule is OtherTrafficRule.Name or IdleServiceRule.Name);
        if (isUnexplained && IdleServerRule.Look(run, run.Server!) is { } idle) found = found.Add(idle);
        return run with { Explanations = found };
    }
}
