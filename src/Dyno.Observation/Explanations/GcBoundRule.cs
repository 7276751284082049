using Dyno.Results.Runs;

namespace Dyno.Observation.Explanations;

/// <summary>The garbage collector stops all threads for a large part of the time.</summary>
internal sealed class GcBoundRule : IExplanationRule
{
    public const string Name = "gc-bound";
    private const double Limit = 0.10;

    public ExplanationRecord? Look(RunResult run, ServerObservation server)
    {
        if (server.Runtime is not { GcPauseShare: { } share } runtime || share < Limit) return null;
        var longest = runtime.GcPauses is { } pauses ? $", {pauses.Count} pauses, the longest {Evidence.Milliseconds(pauses.MaxNanos)}" : "";
        return new ExplanationRecord
        {
            Rule = Name,
            Message = "garbage collection pauses the program: allocate less per request, or give the program another collector or more memory",
            Evidence =
            [
                $"all threads were paused for {Evidence.Percent(share)} of the time{longest} (limit {Evidence.Percent(Limit)})",
                $"{Evidence.Number(runtime.AllocatedBytesPerRequest ?? 0)} bytes allocated per request",
            ],
        };
    }
}
