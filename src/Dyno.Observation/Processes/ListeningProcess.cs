using System.Globalization;
using Dyno.Load.Plans;

namespace Dyno.Observation.Processes;

/// <summary>
/// Finds the process behind a port of this machine. A server that existed before the run is then observed like a server that Dyno starts,
/// and its CPU time does not count as that of other processes. Only processes that the user may inspect are found.
/// </summary>
public static class ListeningProcess
{
    private const string Listening = "0A";
    private const int FewestFields = 10;
    private static readonly string[] Tables = ["tcp", "tcp6"];

    // Programs that forward connections: the CPU time of a forwarder says nothing about the server behind it.
    private static readonly string[] Forwarders = ["docker-proxy", "rootlessport", "pasta", "slirp4netns", "ssh", "sshd", "kubectl", "socat", "conmon"];

    /// <summary>
    /// The process that serves a plan; null when there is not exactly one, when it is not on this machine, or when it cannot
    /// be seen.
    /// </summary>
    public static (int Id, string Name)? Of(TestPlan plan)
    {
        ArgumentNullException.ThrowIfNull(plan);
        var ports = plan.Scenarios.SelectMany(s => s.Workload.Steps).Select(s => PortOf(s.Url)).Distinct().ToList();
        return ports is [{ } port] ? Find(HostFiles.Machine, port, Environment.ProcessId) : null;
    }

    internal static (int Id, string Name)? Find(HostFiles files, int port, int ownId)
    {
        var sockets = SocketsAt(files, port);
        if (sockets.Count == 0) return null;
        var found = files.Numbers("proc").Where(id => id != ownId && files.Links($"proc/{id}/fd").Any(sockets.Contains))
            .Select(id => (Id: id, Stat: ProcessStat.Parse(files.Read($"proc/{id}/stat")))).Where(p => p.Stat is not null).ToList();
        // A server that forks shares its socket with its children: the top process is taken, and its descendants count as well.
        var top = found.Where(p => found.TrueForAll(other => other.Id != p.Stat!.Value.ParentId)).ToList();
        return top is [var (id, stat)] && !Forwarders.Contains(stat!.Value.Name) ? (id, stat.Value.Name) : null;
    }

    private static int? PortOf(string url) =>
        Uri.TryCreate(url, UriKind.Absolute, out var address) && address.IsLoopback && address.Scheme is "http" or "https" ? address.Port : null;

    private static HashSet<string> SocketsAt(HostFiles files, int port)
    {
        var wanted = ":" + port.ToString("X4", CultureInfo.InvariantCulture);
        var sockets = new HashSet<string>(StringComparer.Ordinal);
        foreach (var line in Tables.SelectMany(table => (files.Read($"proc/net/{table}") ?? "").Split('\n')))
        {
            var fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (fields.Length >= FewestFields && fields[1].EndsWith(wanted, StringComparison.Ordinal) && fields[3] == Listening) sockets.Add($"socket:[{fields[9]}]");
        }

        return sockets;
    }
}
