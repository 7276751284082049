using System.Collections.Immutable;
using System.Globalization;
using Dyno.Load.Health;
using Dyno.Load.Running;
using Dyno.Results.Machines;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Trials;

/// <summary>What about this machine should be known before minutes are spent on it. Looked at while the variants are prepared.</summary>
internal sealed class MachineWarnings
{
    // The kernel counts CPU time in hundredths of a second: a shorter look cannot tell one percent.
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

    /// <summary>Begins to look.</summary>
    /// <param name="probe">Sees the machine.</param>
    /// <param name="time">The clock.</param>
    /// <param name="followsAnother">Whether an experiment of ours has just ended: then the load average is what that one left, and says nothing.</param>
    public static MachineWarnings Begin(IMachineProbe probe, TimeProvider time, bool followsAnother) => new(probe, time, followsAnother);

    /// <summary>Tells what was seen.</summary>
    /// <param name="warn">Told each warning.</param>
    /// <param name="limits">The limits of the rules of health.</param>
    /// <returns>What strains the experiment, because no trial can tell it from what the trials before it left.</returns>
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
            yield return "one CPU: server and generator share it, so rates are those of both together and latencies include the generator's turns; "
                + "compare variants with each other, and with nothing measured elsewhere";
        if (IsBusy(machine, limits))
            yield return string.Create(CultureInfo.InvariantCulture,
                $"the machine is busy: load average {machine.LoadAverageBefore:0.0} on {CpusOf(machine)} CPUs; what runs beside the trials becomes their noise");
        if (machine.StealPercent > 100 * limits.Steal)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"the hypervisor gives {machine.StealPercent:0.#} % of the CPU time to other guests (limit {100 * limits.Steal:0.#} %): their work becomes the trials' noise");
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
