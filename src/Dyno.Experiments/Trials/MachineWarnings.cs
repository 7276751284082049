namespace Dyno.Experiments;

/// <summary>
/// Warnings about this machine that the user should know before an experiment takes minutes. The machine is observed while the variants are
/// prepared.
/// </summary>
internal sealed class MachineWarnings
{
    // The kernel counts CPU time in hundredths of a second: a shorter observation cannot show one percent.
    private static readonly TimeSpan ShortestLook = TimeSpan.FromSeconds(1);

    private readonly IMachineProbe _probe;
    private readonly TimeProvider _time;
    private readonly long _began;

    private MachineWarnings(IMachineProbe probe, TimeProvider time)
    {
        (_probe, _time, _began) = (probe, time, time.GetTimestamp());
        probe.Begin();
    }

    /// <summary>Begins to observe the machine.</summary>
    /// <param name="probe">Sees the machine.</param>
    public static MachineWarnings Begin(IMachineProbe probe, TimeProvider time) => new(probe, time);

    /// <summary>
    /// Reports the warnings, before the first trial and while no server of the experiment runs. A load average holds the work of the last
    /// minute, a build or an experiment that has just ended among it: where it is high, the machine is watched for another second.
    /// </summary>
    /// <returns>Findings that strain the whole experiment.</returns>
    /// <exception cref="OperationCanceledException">Cancelled.</exception>
    public async Task<ImmutableArray<HealthFinding>> TellAsync(Action<string> warn, HealthLimits limits, CancellationToken cancellation)
    {
        var seen = _probe.End();
        var isLongEnough = _time.GetElapsedTime(_began) >= ShortestLook;
        // Until now, what prepared the variants was among the other processes.
        seen = seen with { OtherProcessesPercent = MayBeBusy(seen, limits) ? await LookAsync(cancellation) : 0 };
        foreach (var warning in Of(isLongEnough ? seen : seen with { StealPercent = null }, limits)) warn(warning);
        return IsBusy(seen, limits) ? [Busy(seen)] : [];
    }

    private async Task<double?> LookAsync(CancellationToken cancellation)
    {
        _probe.Begin();
        await Task.Delay(ShortestLook, _time, cancellation);
        return _probe.End().OtherProcessesPercent;
    }

    internal static IEnumerable<string> Of(EnvironmentRecord machine, HealthLimits limits)
    {
        if (CpusOf(machine) == 1)
            yield return "one CPU: server and generator share it, so rates are those of both together and latencies include the generator's CPU time; "
                + "compare variants only with each other, not with figures from elsewhere";
        if (IsBusy(machine, limits))
            yield return $"the machine is busy: {Work(machine)}; other work adds noise to the trials";
        if (machine.StealPercent > 100 * limits.Steal)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"the hypervisor gives {machine.StealPercent:0.#} % of the CPU time to other guests (limit {100 * limits.Steal:0.#} %): their work adds noise to the trials");
    }

    private static bool MayBeBusy(EnvironmentRecord machine, HealthLimits limits) => machine.LoadAverageBefore > limits.LoadAveragePerCpu * CpusOf(machine);

    private static bool IsBusy(EnvironmentRecord machine, HealthLimits limits) =>
        MayBeBusy(machine, limits) && (machine.OtherProcessesPercent is not { } others || others > 100 * limits.OtherProcesses);

    private static string Work(EnvironmentRecord machine) => machine.OtherProcessesPercent is { } others
        ? string.Create(CultureInfo.InvariantCulture, $"other processes use {others:0} % of {CpusOf(machine)} CPUs")
        : string.Create(CultureInfo.InvariantCulture, $"load average {machine.LoadAverageBefore:0.0} on {CpusOf(machine)} CPUs");

    private static HealthFinding Busy(EnvironmentRecord machine) => new()
    {
        Rule = "load-average",
        State = HealthState.Strained,
        Message = $"the machine was busy before the first trial: {Work(machine)}. Stop other work and run again.",
    };

    private static int CpusOf(EnvironmentRecord machine) =>
        CpuSet.TryParse(machine.AllowedCpus, out var allowed) && allowed.Count > 0 ? allowed.Count : machine.LogicalCpus;
}
