using System.Net;
using System.Net.Sockets;

namespace Dyno.Http.Connections;

/// <summary>Sockets as every managed driver wants them.</summary>
internal static class Sockets
{
    /// <summary>A stream socket for an endpoint: no delay, both IP versions and Unix sockets.</summary>
    /// <exception cref="SocketException">The system gives no socket (too many open files).</exception>
    public static Socket Create(EndPoint endpoint)
    {
        if (endpoint is UnixDomainSocketEndPoint) return new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        return new Socket(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    }
}
