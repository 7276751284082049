using System.Net;
using System.Net.Sockets;
using Dyno.Http.Interop;

namespace Dyno.Http.Connections;

/// <summary>Sockets as every managed driver wants them.</summary>
internal static class Sockets
{
    /// <summary>A stream socket for an endpoint: no delay, both IP versions and Unix sockets.</summary>
    /// <exception cref="SocketException">The system gives no socket (too many open files).</exception>
    public static Socket Create(EndPoint endpoint)
    {
        if (endpoint is UnixDomainSocketEndPoint) return new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            var socket = new Socket(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            if (!OperatingSystem.IsLinux() || !FileReserve.Holds(socket.Handle))
            {
                socket.NoDelay = true;
                return socket;
            }
            socket.Dispose();
        }
        catch (SocketException e) when (e.SocketErrorCode == SocketError.TooManyOpenSockets)
        {
            // Said below.
        }
        FileReserve.LookAgain();
        throw new SocketException((int)SocketError.TooManyOpenSockets);
    }
}
