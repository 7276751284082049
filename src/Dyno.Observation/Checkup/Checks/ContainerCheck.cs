using Dyno.Observation.Machines;

namespace Dyno.Observation.Checkup;

/// <summary>What a container allows.</summary>
internal sealed class ContainerCheck() : MachineCheck("container", "when a CPU limit is used up, all threads stop for the rest of the 100 ms period: every percentile shows it")
{
    private const long Little = 1L << 30;

    public override bool ConcernsRuns => true;

    public override CheckOutcome? Look(MachineView view)
    {
        var limits = CgroupLimits.Read(view.Files);
        if (view is { Before: { } before, After: { } after } && after.ContainerThrottles > before.ContainerThrottles)
            return Void("the container was throttled during the check", "raise its CPU limit, or run outside the container");
        if (limits.Cpus is { } cpus && cpus < view.Cpus)
            return Warn($"limited to {Words.Number(cpus)} of {Words.Cpus(view.Cpus)}", "pin the container to whole CPUs instead (docker run --cpuset-cpus 0-3)");
        return limits.MemoryBytes is { } memory and < Little
            ? Warn($"limited to {Words.Gigabytes(memory)} of memory", "allow 1 GiB or more: .NET sizes its heap by the limit")
            : Ok("no limit below the machine's resources");
    }
}
