namespace Dyno.Observation.Checkup;

/// <summary>Other work on the machine, and whose it is.</summary>
internal sealed class CpuUseCheck() : MachineCheck("cpu-use",
    "other work takes CPU time and cache from server and generator, and never evenly")
{
    private const double Much = 0.1;
    private const double TooMuch = 0.5;
    private const int Named = 3;

    public override bool IsSlow => true;

    public override CheckOutcome? Look(MachineView view)
    {
        if (view is not { Before: { Cpu: { } first } before, After: { Cpu: { } last } after } || last.Total <= first.Total) return null;
        var all = (double)(last.Total - first.Total);
        var share = (last.Working - first.Working) / all;
        var busiest = after.BusiestSince(before, all, view.Cpus).Take(Named).Where(process => process.Cpus >= 0.01)
            .Select(process => $"{process.Name} {Words.Percent(process.Cpus)} of a CPU").ToList();
        var seen = $"{Words.Percent(share)} of {Words.Cpus(view.Cpus)} in use" + (busiest.Count > 0 ? $": {string.Join(", ", busiest)}" : "");
        const string fix = "stop the named processes (browsers, builds, indexers, IDEs), or wait until they have ended";
        return share > TooMuch ? Void(seen, fix) : share > Much ? Warn(seen, fix) : Ok(seen);
    }
}
