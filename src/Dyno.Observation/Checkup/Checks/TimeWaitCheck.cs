namespace Dyno.Observation.Checkup;

/// <summary>Ports of closed connections that cannot be used yet.</summary>
internal sealed class TimeWaitCheck() : MachineCheck("time-wait", "a closed connection keeps its port for a minute; when none is left, requests fail on the generator")
{
    private const double Many = 0.25;
    private const double TooMany = 0.9;

    public override bool ConcernsRuns => true;

    public override CheckOutcome? Look(MachineView view)
    {
        var tcp = (view.Files.Read("proc/net/sockstat") ?? "").Split('\n').FirstOrDefault(line => line.StartsWith("TCP:", StringComparison.Ordinal))?.Split(' ');
        var at = Array.IndexOf(tcp ?? [], "tw");
        if (at < 0 || at + 1 >= tcp!.Length || !int.TryParse(tcp[at + 1], out var waiting)) return null;
        if (EphemeralPorts.Count(view.Files) is not { } ports || ports <= 0) return null;
        var share = (double)waiting / ports;
        var seen = $"{Words.Number(waiting)} connections in TIME_WAIT, {Words.Percent(share)} of the ports";
        const string fix = "wait a minute; keep connections open between requests (no --no-keepalive)";
        return share > TooMany ? Void(seen, fix) : share > Many ? Warn(seen, fix) : Ok(seen);
    }
}
