using Dyno.Load.Plans;
using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Cli.Running;

/// <summary>From a run to its exit code. When several apply, the first in this order wins.</summary>
internal static class RunExitCode
{
    public static int Of(FinishedLoad finished, RunOptions options, KeptResult kept)
    {
        var result = finished.Result;
        if (finished.ExitsWith is { } ownCode) return ownCode;
        if (result.Outcome is RunOutcome.Interrupted or RunOutcome.Aborted) return ExitCode.Interrupted;
        if (result.Outcome is RunOutcome.Failed) return HasLostItsSubject(result) ? ExitCode.SubjectFailed : ExitCode.Failed;
        if (options.FailsOnVoid && result.Health.State == HealthState.Void) return ExitCode.Void;
        if (result.Thresholds.Any(threshold => !threshold.Passed)) return ExitCode.Threshold;
        if (options.FailsOnCheck && result.Measured.Checks.Any(check => check.Fails > 0)) return ExitCode.Threshold;
        return kept.HasFailed || !finished.Problems.IsEmpty ? ExitCode.Failed : finished.ExitsAtLastWith;
    }

    // Of one on another machine it may be the agent that was lost. A load may fail by itself, with its subject in good health.
    private static bool HasLostItsSubject(RunResult result) => result.Subject is { ExitCode: not null } or { On: not null };
}
