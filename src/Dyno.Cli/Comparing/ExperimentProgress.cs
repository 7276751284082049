namespace Dyno.Cli;

/// <summary>Shows the progress of an experiment: a line per trial, and a live line of the running trial where the terminal can rewrite a line.</summary>
internal sealed class ExperimentProgress(ProgressLines progress, Experiment experiment, ExperimentForecast forecast) : IExperimentListener, IRunListener
{
    private long _begin;
    private int? _made; // trials made before this process started; resumed trials say nothing about the speed of this process

    public void OnStage(string text) => progress.Show(text);

    public void OnWarning(string text) => progress.Warn(text);

    public void OnTrial(VariantPlan variant, int round, int before)
    {
        if (_made is null) (_made, _begin) = (before, TimeProvider.System.GetTimestamp());
        var left = forecast.Left(before, before - _made.Value, TimeProvider.System.GetElapsedTime(_begin));
        var cell = variant.Cell.Length > 0 ? $" {variant.Cell}" : "";
        var where = experiment.Plan.Sweep is null ? $"round {round} of {forecast.Rounds}" : $"point {round}";
        progress.Show($"{where}, {variant.Name}{cell}; about {FigureText.Length(Math.Ceiling(left.TotalSeconds))} left");
    }

    public void OnTrialEnded(TrialRecord trial)
    {
        if (trial.Outcome is TrialOutcome.Failed or TrialOutcome.Void) progress.Warn($"{trial.Variant}: {trial.Reason} It is repeated, with its round where needed.");
    }

    public void OnSnapshot(RunSnapshot snapshot) => progress.ShowLive(snapshot);
}
