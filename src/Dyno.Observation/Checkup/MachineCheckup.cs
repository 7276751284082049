using System.Collections.Immutable;
using Dyno.Observation.Machines;

namespace Dyno.Observation.Checkup;

/// <summary>
/// Is this machine fit for a measurement? Looks at what /proc and /sys tell; what a system does not show is left out,
/// never guessed.
/// </summary>
public sealed class MachineCheckup
{
    private static readonly ImmutableArray<MachineCheck> Checks =
    [
        new CpuUseCheck(),
        new LoadAverageCheck(),
        new CpuPressureCheck(),
        new StealCheck(),
        new GovernorCheck(),
        new TurboCheck(),
        new ThrottlingCheck(),
        new CoresCheck(),
        new ThreadsOfCoresCheck(),
        new ContainerCheck(),
        new VirtualizationCheck(),
        new MemoryCheck(),
        new SwapCheck(),
        new PowerCheck(),
        new ClockSourceCheck(),
        new OpenFilesCheck(),
        new PortsCheck(),
        new TimeWaitCheck(),
        new LoopbackCheck(),
        new ConnectionTrackingCheck(),
        new AntivirusCheck(),
        new DockerCheck(),
        new DotnetVariablesCheck(),
    ];

    private readonly HostFiles _files;
    private readonly IReadOnlyDictionary<string, string> _variables;
    private readonly TimeProvider _time;

    /// <summary>Of this machine.</summary>
    public MachineCheckup() : this(HostFiles.Machine, ProcessVariables.Read(), TimeProvider.System)
    {
    }

    internal MachineCheckup(HostFiles files, IReadOnlyDictionary<string, string> variables, TimeProvider time) =>
        (_files, _variables, _time) = (files, variables, time);

    /// <summary>Every check. Compares two looks, so it takes as long as lies between them.</summary>
    /// <param name="between">How long.</param>
    /// <param name="cancellation">Gives up.</param>
    public async Task<ImmutableArray<MachineFinding>> LookAsync(TimeSpan between, CancellationToken cancellation = default)
    {
        var before = MachineSample.Take(_files, Environment.ProcessId);
        await Task.Delay(between, _time, cancellation);
        var after = MachineSample.Take(_files, Environment.ProcessId);
        return Look(Checks, new MachineView(_files, _variables) { Before = before, After = after });
    }

    /// <summary>
    /// What a run says about its machine: the findings of those checks that take a few milliseconds and concern the figures of a
    /// run.
    /// </summary>
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
