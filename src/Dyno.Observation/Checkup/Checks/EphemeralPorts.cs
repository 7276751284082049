namespace Dyno.Observation.Checkup;

/// <summary>The range from which outgoing connections get their ports.</summary>
internal static class EphemeralPorts
{
    /// <summary>The number of ports; null where it cannot be read.</summary>
    public static int? Count(HostFiles files)
    {
        var range = files.ReadValue("proc/sys/net/ipv4/ip_local_port_range")?.Split((char[])['\t', ' '], StringSplitOptions.RemoveEmptyEntries);
        return range is [var low, var high] && int.TryParse(low, out var first) && int.TryParse(high, out var last) ? last - first + 1 : null;
    }
}
