namespace Dyno.Observation;

/// <summary>
/// Explains why the figures of a run are as they are: stated rules over the counters, each with the figures on which it is based.
/// docs/experiments.md lists the rules with their limits.
/// </summary>
public static class Explainer
{
    // Causes with effects that look like other causes. An effect is not reported beside its cause: it would lead the reader astray.
    private static readonly ImmutableArray<(string Cause, ImmutableArray<string> Effects)> Effects =
    [
        ("cpu-taken", ["gc-bound", "connection-queueing"]),
        ("thread-pool-starvation", ["cpu-taken", "connection-queueing"]),
        ("log-writing", ["lock-contention"]),
    ];

    // What these rules say is true of every rate.
    private static readonly ImmutableArray<string> Remarks = ["other-traffic", "idle-service", "debug-build", "client-gave-up"];

    /// <summary>Adds to a run the explanations that the counters of the server give.</summary>
    /// <param name="served">Requests that the server counted over the whole load; null when it did not count them.</param>
    public static RunResult Explain(RunResult run, long? served = null)
    {
        if (run.Server is null || run.Measured.Totals.Requests == 0) return run;
        run = ServedAndSent.Compare(run, served);
        ImmutableArray<ExplanationRecord> found = [.. WithoutEffects([.. ExplanationRules.All.Select(rule => rule.Of(run)).OfType<ExplanationRecord>()])];
        // The server counts as idle only when no other rule explains the rate.
        var isUnexplained = found.All(f => Remarks.Contains(f.Rule));
        if (isUnexplained && ExplanationRules.Idle.Of(run) is { } idle) found = found.Add(idle);
        return run with { Explanations = found };
    }

    private static IEnumerable<ExplanationRecord> WithoutEffects(ImmutableArray<ExplanationRecord> found) =>
        found.Where(effect => !Effects.Any(known => known.Effects.Contains(effect.Rule) && found.Any(cause => cause.Rule == known.Cause)));
}
