namespace Dyno.Observation.Checkup;

/// <summary>Memory that was moved to disk.</summary>
internal sealed class SwapCheck() : MachineCheck("swap", "a page read back from disk stops its thread for milliseconds")
{
    private const double Much = 0.05;

    public override bool IsSlow => true;

    public override CheckOutcome? Look(MachineView view)
    {
        if (view is { Before: { } before, After: { } after } && after.SwappedPages > before.SwappedPages)
            return Void($"{after.SwappedPages - before.SwappedPages} pages were swapped during the check", "close programs that use memory; sudo swapoff -a");
        var text = view.Files.Read("proc/meminfo");
        if (KeyedText.FindKilobytes(text, "SwapTotal") is not { } total) return null;
        if (total == 0) return Ok("none");
        var used = total - (KeyedText.FindKilobytes(text, "SwapFree") ?? total);
        var seen = $"{Words.Gigabytes(used)} of {Words.Gigabytes(total)} used";
        return used > total * Much ? Warn(seen, "sudo swapoff -a && sudo swapon -a moves it back to memory") : Ok(seen);
    }
}
