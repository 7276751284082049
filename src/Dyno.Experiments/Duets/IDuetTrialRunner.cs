namespace Dyno.Experiments;

/// <summary>Makes the duet trials of a round.</summary>
internal interface IDuetTrialRunner
{
    /// <summary>How long each launch is measured, without warm-up; null: as long as its load says. To be set between rounds.</summary>
    TimeSpan? Measure { get; set; }

    /// <summary>Whether each variant is also loaded without pauses, after the slices. To be set between rounds.</summary>
    bool LoadsContinuously { get; set; }

    /// <summary>Launches all variants of a cell, loads them in slices, stops them.</summary>
    /// <param name="variants">The variants, the control included.</param>
    /// <param name="round">The round, from 1; it is part of the seed of the load.</param>
    /// <param name="signals">Stop and abort of this round alone.</param>
    /// <exception cref="OperationCanceledException">Stopped before there was a result.</exception>
    Task<DuetRound> RunAsync(ImmutableArray<VariantPlan> variants, int round, RunSignals signals);
}
