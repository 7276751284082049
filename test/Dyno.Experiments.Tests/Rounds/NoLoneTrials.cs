namespace Dyno.Experiments.Tests;

/// <summary>Of duet rounds no trial runs alone.</summary>
internal sealed class NoLoneTrials : ITrialRunner
{
    public Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals) => throw new InvalidOperationException("no trial is alone");
}
