namespace Dyno.Observation;

/// <summary>One possible reason why the figures of a server are as they are, checked against the observation.</summary>
/// <param name="Look">The reason with its evidence; null where the reason does not hold or cannot be checked.</param>
internal sealed record ExplanationRule(string Name, Func<RunResult, ServerObservation, Cause?> Look)
{
    /// <summary>The explanation of a run; null when there is none.</summary>
    public ExplanationRecord? Of(RunResult run) =>
        Look(run, run.Server!) is { } found ? new ExplanationRecord { Rule = Name, Message = found.Message, Evidence = found.Evidence } : null;
}

/// <summary>What a rule says.</summary>
internal readonly record struct Cause(string Message, ImmutableArray<string> Evidence);
