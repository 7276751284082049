namespace Dyno.Http;

/// <summary>Creates the sockets of the managed drivers.</summary>
internal static class Sockets
{
    /// <summary>Creates a stream socket for an endpoint (IPv4, IPv6 or Unix), without delay (TCP_NODELAY).</summary>
    /// <param name="endpoint">The endpoint to which the socket will connect.</param>
    /// <param name="local">The local address; null: the system chooses.</param>
    /// <exception cref="SocketException">No socket can be opened (too many open files), or not with that local address.</exception>
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
            // The exception is thrown below.
        }
        FileReserve.LookAgain();
        throw new SocketException((int)SocketError.TooManyOpenSockets);
    }

    /// <summary>See <see cref="StreamSocket.Unacknowledged"/>; 0 for no socket.</summary>
    public static int Unacknowledged(Socket? socket)
    {
        try
        {
            return socket is null ? 0 : StreamSocket.Unacknowledged((int)socket.Handle);
        }
        catch (ObjectDisposedException)
        {
            return 0;
        }
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
