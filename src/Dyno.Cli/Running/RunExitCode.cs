namespace Dyno.Cli;

/// <summary>Maps a run to its exit code. When several codes apply, the first in this order wins.</summary>
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
        if (options.FailsOnGrowth && result.Growth?.Verdict == GrowthVerdict.Grows) return ExitCode.Threshold;
        return kept.HasFailed || !finished.Problems.IsEmpty ? ExitCode.Failed : finished.ExitsAtLastWith;
    }

    // With a program on another machine, the lost part may be the agent. A load may also fail while its program under test is in good health.
    private static bool HasLostItsSubject(RunResult result) => result.Subject is { ExitCode: not null } or { On: not null };
}
