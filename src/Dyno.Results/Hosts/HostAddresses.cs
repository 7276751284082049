using System.Net;
using System.Net.Sockets;

namespace Dyno.Results;

/// <summary>
/// The addresses of a host, all of which are tried. A name of this machine, such as <c>localhost</c>, has both loopback addresses
/// (RFC 6761): many a hosts file names only one of them, and a server may listen at the other.
/// </summary>
public static class HostAddresses
{
    /// <summary>Whether a name means this machine: <c>localhost</c>, or a name below it.</summary>
    public static bool IsThisMachine(string host)
    {
        var name = host.AsSpan().TrimEnd('.');
        return name.Equals("localhost", StringComparison.OrdinalIgnoreCase) || name.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase);
    }

    /// <summary>The addresses that were found for a host, and the loopback addresses that belong to its name.</summary>
    public static IPAddress[] Completed(string host, IPAddress[] found)
    {
        if (!IsThisMachine(host)) return found;
        return [.. found, .. new[] { IPAddress.Loopback, IPAddress.IPv6Loopback }.Where(own => !found.Contains(own) && IsSupported(own))];
    }

    /// <summary>What the system's name service finds for a host; nothing for a name of this machine that it does not know.</summary>
    /// <exception cref="SocketException">The name does not resolve.</exception>
    public static async Task<IPAddress[]> AskSystemAsync(string host, CancellationToken cancellation)
    {
        try
        {
            return await Dns.GetHostAddressesAsync(host, cancellation);
        }
        catch (SocketException) when (IsThisMachine(host))
        {
            return [];
        }
    }

    /// <summary>The addresses of a host, IPv4 first.</summary>
    /// <exception cref="SocketException">The name does not resolve.</exception>
    public static async Task<IPAddress[]> OfAsync(string host, CancellationToken cancellation)
    {
        if (IPAddress.TryParse(host, out var literal)) return [literal];
        return [.. Completed(host, await AskSystemAsync(host, cancellation)).OrderBy(a => a.AddressFamily == AddressFamily.InterNetwork ? 0 : 1)];
    }

    /// <summary>Connects to the first address of a host that takes the connection.</summary>
    /// <exception cref="SocketException">No address takes it, or the name does not resolve.</exception>
    public static async Task<Socket> ConnectAsync(string host, int port, CancellationToken cancellation)
    {
        SocketException? refused = null;
        foreach (var address in await OfAsync(host, cancellation))
        {
            var socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
            try
            {
                await socket.ConnectAsync(address, port, cancellation);
                return socket;
            }
            catch (SocketException e)
            {
                socket.Dispose();
                refused ??= e; // the others are tried only because of it
            }
            catch
            {
                socket.Dispose();
                throw;
            }
        }
        throw refused ?? new SocketException((int)SocketError.HostNotFound);
    }

    /// <summary>The same as <see cref="SocketsHttpHandler.ConnectCallback"/>.</summary>
    public static async ValueTask<Stream> ConnectAsync(SocketsHttpConnectionContext context, CancellationToken cancellation) =>
        new NetworkStream(await ConnectAsync(context.DnsEndPoint.Host, context.DnsEndPoint.Port, cancellation), ownsSocket: true);

    private static bool IsSupported(IPAddress address) => address.AddressFamily == AddressFamily.InterNetwork ? Socket.OSSupportsIPv4 : Socket.OSSupportsIPv6;
}
