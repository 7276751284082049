using System.Collections.Immutable;
using Dyno.Observation.Checkup;
using Dyno.Results.Runs;

namespace Dyno.Cli.Doctor;

/// <summary>Repeats in a run what the doctor holds against its machine.</summary>
internal static class MachineHealth
{
    /// <summary>The run with the findings among those of its health, worst first.</summary>
    /// <param name="result">The run.</param>
    /// <param name="findings">What concerns its figures.</param>
    public static RunResult AddTo(RunResult result, IEnumerable<MachineFinding> findings)
    {
        ImmutableArray<HealthFinding> all = [.. result.Health.Findings.Concat(findings.Select(Of)).OrderByDescending(finding => finding.State)];
        return result with
        {
            Health = new HealthRecord { State = all.IsEmpty ? HealthState.Healthy : all[0].State, Findings = all },
        };
    }

    private static HealthFinding Of(MachineFinding finding) => new()
    {
        Rule = $"machine-{finding.Check}",
        State = finding.State == CheckState.Void ? HealthState.Void : HealthState.Strained,
        Message = $"{finding.Seen}: {finding.Why}. To mend it: {finding.Fix} (dyno doctor).",
    };
}
