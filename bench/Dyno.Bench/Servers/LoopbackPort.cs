using System.Net;
using System.Net.Sockets;

namespace Dyno.Bench.Servers;

/// <summary>Ports of 127.0.0.1 for servers that must be told theirs.</summary>
internal static class LoopbackPort
{
    /// <summary>A port on which nobody listens now.</summary>
    public static int Free()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
