namespace Dyno.Cli;

/// <summary>Adds the doctor's findings about a machine to the health of a run.</summary>
internal static class MachineHealth
{
    /// <summary>The run with the findings added to those of its health, worst first.</summary>
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
        Message = $"{finding.Seen}: {finding.Why}. To fix this: {finding.Fix} (dyno doctor).",
    };
}
