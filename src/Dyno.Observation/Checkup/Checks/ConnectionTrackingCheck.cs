namespace Dyno.Observation.Checkup;

/// <summary>A firewall that remembers every connection.</summary>
internal sealed class ConnectionTrackingCheck() : MachineCheck("connection-tracking", "a firewall that tracks connections looks at every packet, and refuses new connections when its table is full")
{
    private const double Much = 0.5;

    public override CheckOutcome? Look(MachineView view)
    {
        if (!int.TryParse(view.Files.ReadValue("proc/sys/net/netfilter/nf_conntrack_count"), out var count)
            || !int.TryParse(view.Files.ReadValue("proc/sys/net/netfilter/nf_conntrack_max"), out var most) || most <= 0) return null;
        var seen = $"{Words.Number(count)} of {Words.Number(most)} connections tracked";
        return count > most * Much ? Warn(seen, $"sudo sysctl net.netfilter.nf_conntrack_max={most * 4L}") : Ok(seen);
    }
}
