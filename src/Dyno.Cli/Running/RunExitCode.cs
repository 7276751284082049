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
        if (result.Outcome is RunOutcome.Failed) return result.Subject is null ? ExitCode.Failed : ExitCode.SubjectFailed;
        if (options.FailsOnVoid && result.Health.State == HealthState.Void) return ExitCode.Void;
        if (result.Thresholds.Any(threshold => !threshold.Passed)) return ExitCode.Threshold;
        if (options.FailsOnCheck && result.Measured.Checks.Any(check => check.Fails > 0)) return ExitCode.Threshold;
        return kept.HasFailed || !finished.Problems.IsEmpty ? ExitCode.Failed : finished.ExitsAtLastWith;
    }
}
