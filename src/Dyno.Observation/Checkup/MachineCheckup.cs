namespace Dyno.Observation;

/// <summary>
/// Checks whether this machine is fit for a measurement. The checks read /proc and /sys; a fact that a system does not show is left out,
/// never guessed.
/// </summary>
public sealed class MachineCheckup
{
    private static readonly ImmutableArray<MachineCheck> Checks = [.. ProcessorChecks.All, .. SystemChecks.All, .. ConnectionChecks.All, .. ProgramChecks.All];

    private readonly HostFiles _files;
    private readonly IReadOnlyDictionary<string, string> _variables;
    private readonly TimeProvider _time;

    public MachineCheckup() : this(HostFiles.Machine, ProcessVariables.Read(), TimeProvider.System)
    {
    }

    internal MachineCheckup(HostFiles files, IReadOnlyDictionary<string, string> variables, TimeProvider time) =>
        (_files, _variables, _time) = (files, variables, time);

    /// <summary>Runs every check. Two samples of the machine are compared, so this takes as long as the time between them.</summary>
    public async Task<ImmutableArray<MachineFinding>> LookAsync(TimeSpan between, CancellationToken cancellation = default)
    {
        var before = MachineSample.Take(_files, Environment.ProcessId);
        await Task.Delay(between, _time, cancellation);
        var after = MachineSample.Take(_files, Environment.ProcessId);
        return Look(Checks, new MachineView(_files, _variables) { Before = before, After = after });
    }

    /// <summary>The findings for the record of a run: those of the checks that take a few milliseconds and concern the figures of a run.</summary>
    public ImmutableArray<MachineFinding> LookForRun() =>
    [
        .. Look(Checks.Where(check => check is { IsSlow: false, ConcernsRuns: true }), new MachineView(_files, _variables))
            .Where(finding => finding.State != CheckState.Ok),
    ];

    private static ImmutableArray<MachineFinding> Look(IEnumerable<MachineCheck> checks, MachineView view) =>
    [
        .. from check in checks
           let outcome = check.Look(view)
           where outcome is not null
           select new MachineFinding
           {
               Check = check.Name,
               State = outcome.Value.State,
               Seen = outcome.Value.Seen,
               Why = check.Why,
               Fix = outcome.Value.Fix,
               ConcernsRuns = check.ConcernsRuns,
           },
    ];
}
