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
        new DebugBuildRule(),
        new ClientGaveUpRule(),
        new CpuTakenRule(),
        new StarvationRule(),
        new GcBoundRule(),
        new LogWritingRule(),
        new LockContentionRule(),
        new ConnectionQueueRule(),
        new ThrownExceptionsRule(),
        new ServiceSaturatedRule(),
        new CpuBoundRule(),
    ];

    // Causes with effects that look like other causes. An effect is not reported beside its cause: it would lead the reader astray.
    private static readonly ImmutableArray<(string Cause, ImmutableArray<string> Effects)> Effects =
    [
        (CpuTakenRule.Name, [GcBoundRule.Name, ConnectionQueueRule.Name]),
        (StarvationRule.Name, [CpuTakenRule.Name, ConnectionQueueRule.Name]),
        (LogWritingRule.Name, [LockContentionRule.Name]),
    ];

    // What these rules say is true of every rate.
    private static readonly ImmutableArray<string> Remarks = [OtherTrafficRule.Name, IdleServiceRule.Name, DebugBuildRule.Name, ClientGaveUpRule.Name];

    /// <summary>Adds to a run the explanations that the counters of the server give.</summary>
    /// <param name="run">The run.</param>
    /// <param name="served">Requests that the server counted over the whole load; null when it did not count them.</param>
    public static RunResult Explain(RunResult run, long? served = null)
    {
        ArgumentNullException.ThrowIfNull(run);
        if (run.Server is null || run.Measured.Totals.Requests == 0) return run;
        run = ServedAndSent.Compare(run, served);
        ImmutableArray<ExplanationRecord> found = [.. WithoutEffects([.. Rules.Select(rule => rule.Look(run, run.Server!)).OfType<ExplanationRecord>()])];
        // The server counts as idle only when no other rule explains the rate.
        var isUnexplained = found.All(f => Remarks.Contains(f.Rule));
        if (isUnexplained && IdleServerRule.Look(run, run.Server!) is { } idle) found = found.Add(idle);
        return run with { Explanations = found };
    }

    private static IEnumerable<ExplanationRecord> WithoutEffects(ImmutableArray<ExplanationRecord> found) =>
        found.Where(effect => !Effects.Any(known => known.Effects.Contains(effect.Rule) && found.Any(cause => cause.Rule == known.Cause)));
}
