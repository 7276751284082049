namespace Dyno.Testing;

/// <summary>Ports for programs that need a port number and cannot use one that the system chooses.</summary>
public static class FreePorts
{
    // The range lies below the ephemeral ports, so the system gives no other program one of these ports before the program listens.
    private const int First = 20_000;
    private const int Count = 10_000;
    private static int _last = Environment.ProcessId * 61; // suites that run at the same time begin at different ports

    /// <summary>A port that nothing listens on, and that this process has not returned before.</summary>
    public static int Next()
    {
        while (true)
        {
            var port = First + (Interlocked.Increment(ref _last) & int.MaxValue) % Count;
            try
            {
                using var listener = new TcpListener(IPAddress.Loopback, port);
                listener.Start();
                return port;
            }
            catch (SocketException)
            {
                // The port is in use.
            }
        }
    }
}
