namespace Dyno.Http;

/// <summary>
/// Makes .NET's sockets on Unix run completions on their event loop. By default they hand each completion to the thread
/// pool, which costs 4 to 5 µs per request (measured: 11.8 instead of 7.4 µs of CPU). The sockets read an environment
/// variable at their first use. This class sets the variable, makes the sockets read it, and removes it again, so that
/// programs started later (a subject!) do not inherit it.
/// </summary>
public static class InlineCompletions
{
    private const string Inline = "DOTNET_SYSTEM_NET_SOCKETS_INLINE_COMPLETIONS";
    private static readonly Lock Gate = new();
    private static bool _done;

    /// <summary>Enables inline completions. Works only before the first socket of the process; a later call has no effect. Idempotent, thread-safe.</summary>
    public static void TryEnable()
    {
        lock (Gate)
        {
            if (_done) return;
            _done = true;
            if (Environment.GetEnvironmentVariable(Inline) is not null) return; // the user has set the variable
            Environment.SetEnvironmentVariable(Inline, "1");
            UseSockets();
            Environment.SetEnvironmentVariable(Inline, null);
        }
    }

    /// <summary>An accept that has to wait starts the event loop.</summary>
    private static void UseSockets()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen(1);
        using var accept = new SocketAsyncEventArgs();
        listener.AcceptAsync(accept);
    }
}
