namespace Dyno.Experiments;

/// <summary>Where the trials of an experiment come from; it holds all that runs for them until it is disposed of.</summary>
internal interface ITrialSource : IAsyncDisposable
{
    /// <summary>Makes the variants ready, and finds out what is to be known before the first trial.</summary>
    /// <param name="plan">The experiment, with its seed and its rounds.</param>
    /// <param name="areTogether">Whether the variants of a round are up at the same time.</param>
    /// <exception cref="UserFault">A subject or a service cannot be had, or a setting did not take effect.</exception>
    Task<ReadyTrials> PrepareAsync(ExperimentPlan plan, bool areTogether, CancellationToken cancellation);

    /// <summary>What explains the differences of variants that are ready; null where nothing can.</summary>
    Explanation? Explain(ExperimentPlan plan);
}

/// <summary>Trials that can be made.</summary>
/// <param name="Together">Makes the trials of a round at the same time; null: all run one after the other.</param>
internal sealed record ReadyTrials(ITrialRunner Alone, IDuetTrialRunner? Together, VariantKnowledge Known);
