using System.Net;
using System.Net.Sockets;

namespace Dyno.Testing.Servers;

/// <summary>Ports for programs that must be told theirs and cannot take one of the system's choice.</summary>
public static class FreePorts
{
    // Below those that systems hand out by themselves: nobody else gets one by chance before the program listens.
    private const int First = 20_000;
    private const int Count = 10_000;
    private static int _last = Environment.ProcessId * 61; // suites that run at the same time begin elsewhere

    /// <summary>A port on which nobody listens, and which this process has not given away yet.</summary>
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
                // Taken.
            }
        }
    }
}
