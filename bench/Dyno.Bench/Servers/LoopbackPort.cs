namespace Dyno.Bench;

/// <summary>Ports of 127.0.0.1 for servers that need a port number.</summary>
internal static class LoopbackPort
{
    /// <summary>A port that nothing listens on at the moment.</summary>
    public static int Free()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
