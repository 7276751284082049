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
    private readonly long _began;

    private MachineWarnings(IMachineProbe probe, TimeProvider time)
    {
        (_probe, _time, _began) = (probe, time, time.GetTimestamp());
        probe.Begin();
    }

    /// <summary>Begins to look.</summary>
    /// <param name="probe">Sees the machine.</param>
    /// <param name="time">The clock.</param>
    public static MachineWarnings Begin(IMachineProbe probe, TimeProvider time) => new(probe, time);

    /// <summary>Tells what was seen.</summary>
    /// <param name="listener">Told each warning.</param>
    /// <param name="limits">The limits of the rules of health: those that strain the trials afterwards.</param>
    public void Tell(IExperimentListener listener, HealthLimits limits)
    {
        var seen = _probe.End();
        var isLongEnough = _time.GetElapsedTime(_began) >= ShortestLook;
        foreach (var warning in Of(isLongEnough ? seen : seen with { StealPercent = null }, limits)) listener.OnWarning(warning);
    }

    /// <summary>The warnings for a machine.</summary>
    internal static IEnumerable<string> Of(EnvironmentRecord machine, HealthLimits limits)
    {
        var cpus = CpuSet.TryParse(machine.AllowedCpus, out var allowed) && allowed.Count > 0 ? allowed.Count : machine.LogicalCpus;
        if (cpus == 1)
            yield return "one CPU: server and generator share it, so rates are those of both together and latencies include the generator's turns; "
                + "compare variants with each other, and with nothing measured elsewhere";
        if (machine.LoadAverageBefore > limits.LoadAveragePerCpu * cpus)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"the machine is busy: load average {machine.LoadAverageBefore:0.0} on {cpus} CPUs; what runs beside the trials becomes their noise");
        if (machine.StealPercent > 100 * limits.Steal)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"the hypervisor gives {machine.StealPercent:0.#} % of the CPU time to other guests (limit {100 * limits.Steal:0.#} %): their work becomes the trials' noise");
    }
}
