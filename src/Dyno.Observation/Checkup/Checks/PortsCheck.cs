namespace Dyno.Observation.Checkup;

/// <summary>Ports for outgoing connections.</summary>
internal sealed class PortsCheck() : MachineCheck("ports", "every connection to one server needs its own port; without keep-alive, every request uses a port for a minute")
{
    private const int Few = 10_000;

    public override CheckOutcome? Look(MachineView view)
    {
        if (EphemeralPorts.Count(view.Files) is not { } ports) return null;
        var seen = $"{Words.Number(ports)} ports for outgoing connections";
        return ports < Few ? Warn(seen, "sudo sysctl net.ipv4.ip_local_port_range='1024 65535'") : Ok(seen);
    }
}
