namespace Dyno.K6;

/// <summary>What a run of a script has done so far, as a result names it.</summary>
internal sealed class ScriptSteps(ScriptRun run)
{
    /// <summary>Grows as the script sends requests it has not sent before.</summary>
    public ImmutableArray<StepRecord> Steps => run.Steps.Steps;

    /// <summary>Grows as the script makes checks it has not made before.</summary>
    public ImmutableArray<string> Checks =>
        [.. Enumerable.Range(0, run.Metrics.CheckNames.Count).Select(i => run.Metrics.CheckNames[i]).Select(c => c.Group.Length == 0 ? c.Name : $"{c.Group[2..]}::{c.Name}")];

    public ImmutableArray<string> NegotiatedProtocols => run.Http.Network.NegotiatedProtocols;
}
