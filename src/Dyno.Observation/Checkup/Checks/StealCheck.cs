namespace Dyno.Observation.Checkup;

/// <summary>CPU time that the hypervisor gave to other guests.</summary>
internal sealed class StealCheck() : MachineCheck("steal", "time stolen by the hypervisor looks like a slow server, and varies with the other virtual machines")
{
    private const double Much = 0.01;
    private const double TooMuch = 0.1;

    public override bool IsSlow => true;

    public override CheckOutcome? Look(MachineView view)
    {
        if (view is not { Before.Cpu: { } first, After.Cpu: { } last } || last.Total <= first.Total) return null;
        var share = (double)(last.Stolen - first.Stolen) / (last.Total - first.Total);
        var seen = $"{Words.Percent(share)} of the CPU time was stolen by the hypervisor";
        const string fix = "use a machine with CPUs of its own (dedicated or bare-metal), or repeat at a quieter time";
        return share > TooMuch ? Void(seen, fix) : share > Much ? Warn(seen, fix) : Ok(seen);
    }
}
