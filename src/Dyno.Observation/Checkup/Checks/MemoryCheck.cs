namespace Dyno.Observation.Checkup;

/// <summary>Whether memory is left.</summary>
internal sealed class MemoryCheck() : MachineCheck("memory", "when memory runs out, the system drops file caches and swaps: pauses of milliseconds to seconds")
{
    private const double Little = 0.1;

    public override bool ConcernsRuns => true;

    public override CheckOutcome? Look(MachineView view)
    {
        var text = view.Files.Read("proc/meminfo");
        if (KeyedText.FindKilobytes(text, "MemTotal") is not { } total || KeyedText.FindKilobytes(text, "MemAvailable") is not { } free) return null;
        var seen = $"{Words.Gigabytes(free)} of {Words.Gigabytes(total)} available";
        return free < total * Little ? Warn(seen, "close programs that use memory, or use a machine with more") : Ok(seen);
    }
}
