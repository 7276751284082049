using static Dyno.Observation.CheckOutcome;

namespace Dyno.Observation;

/// <summary>What connections need: files, ports, the network.</summary>
internal static class ConnectionChecks
{
    public static ImmutableArray<MachineCheck> All { get; } =
    [
        new("open-files", "every connection is an open file, on both sides", OpenFiles, ConcernsRuns: true),
        new("ports", "every connection to one server needs its own port; without keep-alive, every request uses a port for a minute", Ports),
        new("time-wait", "a closed connection keeps its port for a minute; when none is left, requests fail on the generator", TimeWait, ConcernsRuns: true),
        new("loopback", "server and generator on one machine talk over loopback; the same CPUs handle its packets", Loopback),
        new("connection-tracking", "a firewall that tracks connections looks at every packet, and refuses new connections when its table is full", ConnectionTracking),
    ];

    // The limit of open files, and so of connections, of a process. .NET itself raises the soft limit to the hard limit.
    private static CheckOutcome? OpenFiles(MachineView view)
    {
        const long few = 10_000, tooFew = 256;
        const string name = "Max open files";
        var line = (view.Files.Read("proc/self/limits") ?? "").Split('\n').FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal));
        if (line?[name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries) is not [_, var hard, ..]) return null;
        if (!long.TryParse(hard, NumberStyles.None, CultureInfo.InvariantCulture, out var limit)) return Ok(hard);
        var seen = $"at most {Words.Number(limit)} open files";
        const string fix = "ulimit -Hn 100000 in a shell of root, or LimitNOFILE= of the service, or docker run --ulimit nofile=100000";
        return limit < tooFew ? Void(seen, fix) : limit < few ? Warn(seen, fix) : Ok(seen);
    }

    // Number of ports for outgoing connections; null where it cannot be read.
    private static int? EphemeralPorts(HostFiles files)
    {
        var range = files.ReadValue("proc/sys/net/ipv4/ip_local_port_range")?.Split((char[])['\t', ' '], StringSplitOptions.RemoveEmptyEntries);
        return range is [var low, var high] && int.TryParse(low, out var first) && int.TryParse(high, out var last) ? last - first + 1 : null;
    }

    private static CheckOutcome? Ports(MachineView view)
    {
        const int few = 10_000;
        if (EphemeralPorts(view.Files) is not { } ports) return null;
        var seen = $"{Words.Number(ports)} ports for outgoing connections";
        return ports < few ? Warn(seen, "sudo sysctl net.ipv4.ip_local_port_range='1024 65535'") : Ok(seen);
    }

    private static CheckOutcome? TimeWait(MachineView view)
    {
        const double many = 0.25, tooMany = 0.9;
        var tcp = (view.Files.Read("proc/net/sockstat") ?? "").Split('\n').FirstOrDefault(line => line.StartsWith("TCP:", StringComparison.Ordinal))?.Split(' ');
        var at = Array.IndexOf(tcp ?? [], "tw");
        if (at < 0 || at + 1 >= tcp!.Length || !int.TryParse(tcp[at + 1], out var waiting)) return null;
        if (EphemeralPorts(view.Files) is not { } ports || ports <= 0) return null;
        var share = (double)waiting / ports;
        var seen = $"{Words.Number(waiting)} connections in TIME_WAIT, {Words.Percent(share)} of the ports";
        const string fix = "wait a minute; keep connections open between requests (no --no-keepalive)";
        return share > tooMany ? Void(seen, fix) : share > many ? Warn(seen, fix) : Ok(seen);
    }

    private static CheckOutcome? Loopback(MachineView view)
    {
        const int up = 1, usualMtu = 65_536;
        if (view.Files.ReadValue("sys/class/net/lo/flags") is not { } text
            || !int.TryParse(text.Replace("0x", "", StringComparison.Ordinal), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var flags)) return null;
        if ((flags & up) == 0) return Void("the loopback interface is down", "sudo ip link set lo up");
        return int.TryParse(view.Files.ReadValue("sys/class/net/lo/mtu"), out var mtu) && mtu < usualMtu
            ? Warn($"loopback packets are at most {mtu} bytes", $"sudo ip link set lo mtu {usualMtu}")
            : Ok("up");
    }

    private static CheckOutcome? ConnectionTracking(MachineView view)
    {
        const double much = 0.5;
        if (!int.TryParse(view.Files.ReadValue("proc/sys/net/netfilter/nf_conntrack_count"), out var count)
            || !int.TryParse(view.Files.ReadValue("proc/sys/net/netfilter/nf_conntrack_max"), out var most) || most <= 0) return null;
        var seen = $"{Words.Number(count)} of {Words.Number(most)} connections tracked";
        return count > most * much ? Warn(seen, $"sudo sysctl net.netfilter.nf_conntrack_max={most * 4L}") : Ok(seen);
    }
}
