using System.Net;
using System.Net.Sockets;

namespace Dyno.Observation;

/// <summary>
/// Finds the process behind a port of this machine. A server that existed before the run is then observed like a server that Dyno starts,
/// and its CPU time does not count as that of other processes. Only processes that the user may inspect are found. Behind a program that
/// forwards connections, the process that it forwards to is found.
/// </summary>
public static class ListeningProcess
{
    private const string Listening = "0A";
    private const string Established = "01";
    private const int FewestFields = 10;
    private const int MostLooks = 25;
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(20);
    private static readonly string[] Tables = ["tcp", "tcp6"];

    // Programs that forward connections: the CPU time of a forwarder says nothing about the server behind it.
    // dcp is the proxy of an Aspire app host.
    private static readonly string[] Forwarders = ["dcp", "docker-proxy", "rootlessport", "pasta", "slirp4netns", "ssh", "sshd", "kubectl", "socat", "conmon"];

    /// <summary>The process that serves a plan; null when there is not exactly one, when it is not on this machine, or when it cannot be seen.</summary>
    public static async Task<FoundServer?> OfAsync(TestPlan plan, CancellationToken cancellation)
    {
        var addresses = plan.Scenarios.SelectMany(s => s.Workload.Steps).Select(s => AddressOf(s.Url)).ToList();
        if (addresses.Select(a => a?.Port).Distinct().ToList() is not [{ } port]) return null;
        var listening = await AtAsync(HostFiles.Machine, addresses[0]!, cancellation);
        var owner = listening.Count > 1 ? listening[0].Process : Owner(HostFiles.Machine, port, Environment.ProcessId);
        if (owner is not { } found || !Forwarders.Contains(found.Name)) return Server(HostFiles.Machine, owner, forwardedBy: null);
        return Server(HostFiles.Machine, await BehindAsync(found.Id, addresses[0]!, cancellation), found.Name);
    }

    /// <summary>
    /// A warning where different programs listen at the addresses of a host, such as 127.0.0.1 and ::1 of <c>localhost</c>: a load goes to
    /// one of them. Null when one program, or none that can be seen, listens there.
    /// </summary>
    public static async Task<string?> TwoServersAsync(Uri url, CancellationToken cancellation)
    {
        if (!url.IsLoopback || await AtAsync(HostFiles.Machine, url, cancellation) is not [var loaded, .. { Count: > 0 } others]) return null;
        return $"{others.Count + 1} programs listen at {url.Host}:{url.Port}: {Words(loaded)} is loaded, {string.Join(" and ", others.Select(Words))} not; "
            + $"write the address instead of {url.Host} to load the other: {string.Join(" or ", others.Select(other => $"{url.Scheme}://{new IPEndPoint(other.Address, url.Port)}"))}";

        static string Words((IPAddress Address, (int Id, string Name) Process) at) => $"{at.Process.Name} (process {at.Process.Id}) at {at.Address}";
    }

    /// <inheritdoc cref="TwoServersAsync(Uri, CancellationToken)"/>
    public static Task<string?> TwoServersAsync(TestPlan plan, CancellationToken cancellation)
    {
        return plan.Scenarios.SelectMany(s => s.Workload.Steps).Select(s => AddressOf(s.Url)).OfType<Uri>().FirstOrDefault() is { } url
            ? TwoServersAsync(url, cancellation) : Task.FromResult<string?>(null);
    }

    // The different programs at the addresses of a host, in the order in which a load tries the addresses.
    private static async Task<List<(IPAddress Address, (int Id, string Name) Process)>> AtAsync(HostFiles files, Uri url, CancellationToken cancellation)
    {
        try
        {
            return Different(files, await HostAddresses.OfAsync(url.DnsSafeHost, cancellation), url.Port, Environment.ProcessId);
        }
        catch (SocketException)
        {
            return []; // the load meets the same failure and reports it
        }
    }

    /// <summary>The different programs that listen at some addresses.</summary>
    internal static List<(IPAddress Address, (int Id, string Name) Process)> Different(HostFiles files, IPAddress[] addresses, int port, int ownId) =>
        [.. addresses.Select(address => (address, Process: Owner(files, port, ownId, address)))
            .Where(at => at.Process is not null).Select(at => (at.address, at.Process!.Value)).DistinctBy(at => at.Value)];

    /// <summary>The process that listens at a port, forwarders included.</summary>
    /// <param name="ownId">This process, which is left out.</param>
    /// <param name="at">The address to which connections go; null: whatever address.</param>
    internal static (int Id, string Name)? Owner(HostFiles files, int port, int ownId, IPAddress? at = null)
    {
        var sockets = SocketsAt(files, port, at);
        if (sockets.Count == 0) return null;
        var found = files.Numbers("proc").Where(id => id != ownId && files.Links($"proc/{id}/fd").Any(sockets.Contains))
            .Select(id => (Id: id, Stat: ProcessStat.Parse(files.Read($"proc/{id}/stat")))).Where(p => p.Stat is not null).ToList();
        // A server that forks shares its socket with its children: the top process is taken, and its descendants count as well.
        var top = found.Where(p => found.TrueForAll(other => other.Id != p.Stat!.Value.ParentId)).ToList();
        return top is [var (id, stat)] ? (id, stat!.Value.Name) : null;
    }

    /// <summary>The server to which a forwarder holds connections: the one process on this machine that listens where they end.</summary>
    internal static (int Id, string Name)? Behind(HostFiles files, int forwarder, int ownId)
    {
        var own = files.Links($"proc/{forwarder}/fd").ToHashSet(StringComparer.Ordinal);
        var ends = Sockets(files).Where(s => s.State == Established && own.Contains(s.Name)).Select(s => s.RemotePort).Distinct();
        var servers = ends.Select(port => Owner(files, port, ownId)).OfType<(int Id, string Name)>()
            .Where(p => p.Id != forwarder && !Forwarders.Contains(p.Name)).Distinct().ToList();
        return servers is [var server] ? server : null;
    }

    /// <summary>The server, unless it is a forwarder: its CPU time says nothing about the server behind it.</summary>
    internal static FoundServer? Server(HostFiles files, (int Id, string Name)? process, string? forwardedBy) =>
        process is not { } found ? null : new FoundServer(found.Id, found.Name, forwardedBy, IsDebugBuild(files, found.Id));

    // The program is the first word of the command line, or the second one after the host, dotnet.
    private static bool IsDebugBuild(HostFiles files, int id) => (files.Read($"proc/{id}/cmdline") ?? "").Split('\0').Take(2)
        .Any(word => word.Contains("/bin/Debug/", StringComparison.Ordinal));

    // A forwarder connects to the server when a client connects to it, so this is a client that sends nothing.
    private static async Task<(int Id, string Name)?> BehindAsync(int forwarder, Uri address, CancellationToken cancellation)
    {
        try
        {
            using var client = await HostAddresses.ConnectAsync(address.DnsSafeHost, address.Port, cancellation);
            for (var looks = 0; looks < MostLooks; looks++)
            {
                if (Behind(HostFiles.Machine, forwarder, Environment.ProcessId) is { } server) return server;
                await Task.Delay(BetweenLooks, TimeProvider.System, cancellation);
            }
        }
        catch (SocketException)
        {
            // The load meets the same refusal and reports it.
        }
        return null;
    }

    private static Uri? AddressOf(string url) =>
        Uri.TryCreate(url, UriKind.Absolute, out var address) && address.IsLoopback && address.Scheme is "http" or "https" ? address : null;

    // The system gives a connection to the socket at its very address, else to the one at all addresses; one at all of IPv6 takes IPv4, too.
    private static HashSet<string> SocketsAt(HostFiles files, int port, IPAddress? at)
    {
        var listening = Sockets(files).Where(s => s.State == Listening && s.LocalPort == port).ToList();
        if (at is null) return listening.Select(s => s.Name).ToHashSet(StringComparer.Ordinal);
        var any = at.AddressFamily == AddressFamily.InterNetwork ? IPAddress.Any : IPAddress.IPv6Any;
        foreach (var address in new[] { at, any, IPAddress.IPv6Any })
            if (listening.Where(s => address.Equals(s.Local)).Select(s => s.Name).ToHashSet(StringComparer.Ordinal) is { Count: > 0 } found) return found;
        return [];
    }

    private static IEnumerable<TcpSocket> Sockets(HostFiles files)
    {
        foreach (var line in Tables.SelectMany(table => (files.Read($"proc/net/{table}") ?? "").Split('\n')))
        {
            var fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (fields.Length >= FewestFields && PortIn(fields[1]) is { } local && PortIn(fields[2]) is { } remote)
                yield return new TcpSocket($"socket:[{fields[9]}]", fields[3], AddressIn(fields[1]), local, remote);
        }
    }

    private static int? PortIn(string endPoint) => endPoint.LastIndexOf(':') is >= 0 and var at
        && int.TryParse(endPoint.AsSpan(at + 1), NumberStyles.HexNumber, CultureInfo.InvariantCulture, out var port) ? port : null;

    // Words of four bytes in the order of the machine: 0100007F is 127.0.0.1.
    private static IPAddress? AddressIn(string endPoint)
    {
        var digits = endPoint[..Math.Max(0, endPoint.LastIndexOf(':'))];
        if (digits.Length is not (8 or 32)) return null;
        try
        {
            var bytes = Convert.FromHexString(digits);
            if (BitConverter.IsLittleEndian)
                for (var word = 0; word < bytes.Length; word += 4) bytes.AsSpan(word, 4).Reverse();
            var address = new IPAddress(bytes);
            return address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;
        }
        catch (FormatException)
        {
            return null;
        }
    }

    private readonly record struct TcpSocket(string Name, string State, IPAddress? Local, int LocalPort, int RemotePort);
}

/// <summary>A server that ran before the run, as it was found at its port.</summary>
/// <param name="Id">Process id.</param>
/// <param name="Name">Name of the program.</param>
/// <param name="ForwardedBy">The program that listens at the port and forwards to the server; null when the server listens there itself.</param>
/// <param name="IsDebugBuild">Whether its program lies in a folder <c>bin/Debug</c>.</param>
public sealed record FoundServer(int Id, string Name, string? ForwardedBy, bool IsDebugBuild);
