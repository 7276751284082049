using System.Collections.Immutable;
using System.Globalization;
using Dyno.Load.Health;
using Dyno.Load.Running;
using Dyno.Results.Machines;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Trials;

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
    private readonly bool _followsAnother;
    private readonly long _began;

    private MachineWarnings(IMachineProbe probe, TimeProvider time, bool followsAnother)
    {
        (_probe, _time, _followsAnother, _began) = (probe, time, followsAnother, time.GetTimestamp());
        probe.Begin();
    }

    /// <summary>Begins to observe the machine.</summary>
    /// <param name="probe">Sees the machine.</param>
    /// <param name="time">The clock.</param>
    /// <param name="followsAnother">
    /// Whether an experiment of the same study has just ended: the load average then comes from that experiment, and says nothing.
    /// </param>
    public static MachineWarnings Begin(IMachineProbe probe, TimeProvider time, bool followsAnother) => new(probe, time, followsAnother);

    /// <summary>Reports the warnings.</summary>
    /// <param name="warn">Told each warning.</param>
    /// <param name="limits">The limits of the rules of health.</param>
    /// <returns>Findings that strain the whole experiment, because a single trial cannot tell them from the effects of earlier trials.</returns>
    public ImmutableArray<HealthFinding> Tell(Action<string> warn, HealthLimits limits)
    {
        var seen = _followsAnother ? _probe.End() with { LoadAverageBefore = null } : _probe.End();
        var isLongEnough = _time.GetElapsedTime(_began) >= ShortestLook;
        foreach (var warning in Of(isLongEnough ? seen : seen with { StealPercent = null }, limits)) warn(warning);
        return IsBusy(seen, limits) ? [Busy(seen)] : [];
    }

    /// <summary>The warnings for a machine.</summary>
    internal static IEnumerable<string> Of(EnvironmentRecord machine, HealthLimits limits)
    {
        if (CpusOf(machine) == 1)
            yield return "one CPU: server and generator share it, so rates are those of both together and latencies include the generator's CPU time; "
                + "compare variants only with each other, not with figures from elsewhere";
        if (IsBusy(machine, limits))
            yield return string.Create(CultureInfo.InvariantCulture,
                $"the machine is busy: load average {machine.LoadAverageBefore:0.0} on {CpusOf(machine)} CPUs; other work adds noise to the trials");
        if (machine.StealPercent > 100 * limits.Steal)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"the hypervisor gives {machine.StealPercent:0.#} % of the CPU time to other guests (limit {100 * limits.Steal:0.#} %): their work adds noise to the trials");
    }

    private static bool IsBusy(EnvironmentRecord machine, HealthLimits limits) => machine.LoadAverageBefore > limits.LoadAveragePerCpu * CpusOf(machine);

    private static HealthFinding Busy(EnvironmentRecord machine) => new()
    {
        Rule = "load-average",
        State = HealthState.Strained,
        Message = string.Create(CultureInfo.InvariantCulture,
            $"the load average before the first trial was {machine.LoadAverageBefore:0.0} on {CpusOf(machine)} CPUs: the machine was busy. Stop other work and run again."),
    };

    private static int CpusOf(EnvironmentRecord machine) =>
        CpuSet.TryParse(machine.AllowedCpus, out var allowed) && allowed.Count > 0 ? allowed.Count : machine.LogicalCpus;
}
