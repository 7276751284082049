namespace Dyno.Experiments.Tests;

/// <summary>Hears of an experiment and keeps nothing.</summary>
internal sealed class SilentListener : IExperimentListener
{
    public void OnStage(string text) { }

    public void OnTrial(VariantPlan variant, int round, int before) { }

    public void OnTrialEnded(TrialRecord trial) { }
}
