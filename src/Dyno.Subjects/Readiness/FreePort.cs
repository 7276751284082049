namespace Dyno.Subjects;

/// <summary>Loopback ports that nothing listens on.</summary>
internal static class FreePort
{
    /// <summary>A port that was free a moment ago. Another process may take the port before it is used; the caller then tries another one.</summary>
    public static int Next()
    {
        using var socket = Bind(0);
        return ((IPEndPoint)socket.LocalEndPoint!).Port;
    }

    /// <summary>Whether a port can be listened on now.</summary>
    public static bool IsFree(int port)
    {
        try
        {
            using var socket = Bind(port);
            return true;
        }
        catch (SocketException)
        {
            return false;
        }
    }

    private static Socket Bind(int port)
    {
        var socket = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            socket.Bind(new IPEndPoint(IPAddress.Loopback, port));
            return socket;
        }
        catch
        {
            socket.Dispose();
            throw;
        }
    }
}
