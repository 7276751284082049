using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>One possible reason why the figures of a server are as they are, checked against the observation.</summary>
internal interface IExplanationRule
{
    /// <summary>The reason with its evidence; null where the reason does not hold or cannot be checked.</summary>
    ExplanationRecord? Look(RunResult run, ServerObservation server);
}
