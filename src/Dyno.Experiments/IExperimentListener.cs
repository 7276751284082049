namespace Dyno.Experiments;

/// <summary>Observes an experiment while it runs. Called on the experiment's flow.</summary>
public interface IExperimentListener
{
    /// <summary>A stage before the first trial, in words.</summary>
    void OnStage(string text);

    /// <summary>A warning that the user should see whatever output was asked for.</summary>
    void OnWarning(string text)
    {
    }

    /// <summary>A trial begins.</summary>
    /// <param name="round">The round, from 1, repeated ones not counted.</param>
    /// <param name="before">Trials made so far.</param>
    void OnTrial(VariantPlan variant, int round, int before);

    void OnTrialEnded(TrialRecord trial);
}
