using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>One reason why a server's figures are as they are, looked for in what was observed.</summary>
internal interface IExplanationRule
{
    /// <summary>The reason with its evidence; null where it does not hold or cannot be seen.</summary>
    ExplanationRecord? Look(RunResult run, ServerObservation server);
}
