namespace Dyno.Experiments;

/// <summary>Makes one trial.</summary>
internal interface ITrialRunner
{
    /// <summary>Launches the variant, loads it, stops it.</summary>
    /// <param name="round">The round, from 1: part of the seed of the load.</param>
    /// <param name="signals">Stop and abort of this trial alone.</param>
    /// <exception cref="UserFault">The subject did not come up.</exception>
    /// <exception cref="OperationCanceledException">Stopped before there was a result.</exception>
    Task<RunResult> RunAsync(VariantPlan variant, int round, RunSignals signals);
}
