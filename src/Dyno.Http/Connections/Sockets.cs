using System.Net;
using System.Net.Sockets;
using Dyno.Http.Interop;

namespace Dyno.Http.Connections;

/// <summary>Sockets as every managed driver wants them.</summary>
internal static class Sockets
{
    /// <summary>A stream socket for an endpoint: no delay, both IP versions and Unix sockets.</summary>
    /// <param name="endpoint">Where it will connect to.</param>
    /// <param name="local">Where its connections come from; null: the system chooses.</param>
    /// <exception cref="SocketException">The system gives no socket (too many open files), or not from that address.</exception>
    public static Socket Create(EndPoint endpoint, IPAddress? local = null)
    {
        if (endpoint is UnixDomainSocketEndPoint) return new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        try
        {
            var socket = new Socket(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
            if (!OperatingSystem.IsLinux() || !FileReserve.Holds(socket.Handle))
            {
                socket.NoDelay = true;
                if (local is not null) Bind(socket, local, ((IPEndPoint)endpoint).Address);
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

    private static void Bind(Socket socket, IPAddress local, IPAddress remote)
    {
        try
        {
            LocalBinding.Bind(socket, local, remote);
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
