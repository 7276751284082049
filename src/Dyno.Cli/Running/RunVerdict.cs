using Dyno.Results.Problems;
using Dyno.Results.Runs;

namespace Dyno.Cli.Running;

/// <summary>From a run to its exit code. When several apply, the first in this order wins.</summary>
internal static class RunVerdict
{
    public static int ExitCodeOf(RunResult result, RunOptions options, KeptResult kept)
    {
        if (result.Outcome is RunOutcome.Interrupted or RunOutcome.Aborted) return ExitCode.Interrupted;
        if (result.Outcome is RunOutcome.Failed) return result.Subject is null ? ExitCode.Failed : ExitCode.SubjectFailed;
        if (options.FailsOnVoid && result.Health.State == HealthState.Void) return ExitCode.Void;
        if (result.Thresholds.Any(threshold => !threshold.Passed)) return ExitCode.Threshold;
        if (options.FailsOnCheck && result.Measured.Checks.Any(check => check.Fails > 0)) return ExitCode.Threshold;
        return kept.HasFailed ? ExitCode.Failed : ExitCode.Success;
    }
}
