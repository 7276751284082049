namespace Dyno.Observation.Checkup;

/// <summary>The governor that sets the clock rate of the CPUs (Documentation/admin-guide/pm/cpufreq.rst).</summary>
internal sealed class GovernorCheck() : MachineCheck("governor", "a governor that saves power changes the clock with the load: a fast server at a low rate looks slow, and two runs differ")
{
    public override bool ConcernsRuns => true;

    public override CheckOutcome? Look(MachineView view)
    {
        var governors = view.Files.Numbered("sys/devices/system/cpu", "cpu")
            .Select(cpu => view.Files.ReadValue($"sys/devices/system/cpu/cpu{cpu}/cpufreq/scaling_governor")).OfType<string>().Distinct().Order().ToList();
        if (governors.Count == 0) return Ok("this system has no frequency governor (usual for a virtual machine)");
        return governors is ["performance"]
            ? Ok("performance")
            : Warn($"the CPU frequency governor is {string.Join(" and ", governors)}", "sudo cpupower frequency-set -g performance");
    }
}
