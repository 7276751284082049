using System.Net;
using System.Net.Sockets;

namespace Dyno.Serving;

/// <summary>The sockets of an <see cref="HttpServer"/>, and the names it answers to.</summary>
internal static class ListeningPlaces
{
    private const int Backlog = 512;
    private const int MostTries = 8;
    private static readonly string[] LoopbackNames = ["localhost", "127.0.0.1", "[::1]"];

    /// <summary>Listens at every address of a host; with port 0, at one free port that is the same at all addresses.</summary>
    /// <exception cref="SocketException">The server cannot listen there, or there is no such host.</exception>
    public static IReadOnlyList<Socket> Open(string host, int port)
    {
        for (var left = port == 0 ? MostTries : 1; ; left--)
        {
            try
            {
                return OpenAll(host, port);
            }
            catch (SocketException e) when (left > 1 && e.SocketErrorCode == SocketError.AddressAlreadyInUse)
            {
                // The port was free at only some of the addresses.
            }
        }
    }

    /// <summary>
    /// Whether a request with this host name is meant for this server. A page of a foreign name that resolves to this machine must not
    /// get an answer (DNS rebinding). A server at one host therefore accepts only the name of that host, or any loopback name at a
    /// loopback address; a server at every address accepts any name.
    /// </summary>
    /// <param name="host">The host where the server listens.</param>
    /// <param name="name">The host name in the request, without a port; empty when the request has none.</param>
    public static bool Answers(string host, string name)
    {
        if (host == HttpServer.Anywhere || name.Length == 0) return true;
        return name.Equals(host, StringComparison.OrdinalIgnoreCase) || name == $"[{host}]"
            || (IsLoopback(host) && LoopbackNames.Contains(name, StringComparer.OrdinalIgnoreCase));
    }

    private static bool IsLoopback(string host) =>
        host.Equals("localhost", StringComparison.OrdinalIgnoreCase) || (IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address));

    private static List<Socket> OpenAll(string host, int port)
    {
        var sockets = new List<Socket>();
        try
        {
            foreach (var address in AddressesOf(host))
            {
                if (TryListen(address, sockets is [var first, ..] ? ((IPEndPoint)first.LocalEndPoint!).Port : port) is { } socket) sockets.Add(socket);
                if (sockets.Count > 0 && address.Equals(IPAddress.IPv6Any)) break; // this socket serves IPv6 and IPv4
            }
            return sockets.Count > 0 ? sockets : throw new SocketException((int)SocketError.AddressNotAvailable);
        }
        catch
        {
            foreach (var socket in sockets) socket.Dispose();
            throw;
        }
    }

    private static IReadOnlyList<IPAddress> AddressesOf(string host) => host switch
    {
        HttpServer.Anywhere => [IPAddress.IPv6Any, IPAddress.Any],
        "localhost" => [IPAddress.Loopback, IPAddress.IPv6Loopback],
        _ when IPAddress.TryParse(host, out var address) => [address],
        _ => [.. Dns.GetHostAddresses(host).Distinct()],
    };

    // Returns null when this machine does not have the address, such as ::1 without IPv6.
    private static Socket? TryListen(IPAddress address, int port)
    {
        Socket? socket = null;
        try
        {
            socket = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            if (address.Equals(IPAddress.IPv6Any)) socket.DualMode = true;
            socket.Bind(new IPEndPoint(address, port));
            socket.Listen(Backlog); // Kestrel calls Listen again; until then another process could take the port
            return socket;
        }
        catch (SocketException e)
        {
            socket?.Dispose();
            if (e.SocketErrorCode is SocketError.AddressFamilyNotSupported or SocketError.AddressNotAvailable) return null;
            throw;
        }
    }
}
