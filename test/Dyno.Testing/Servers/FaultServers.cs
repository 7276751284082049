namespace Dyno.Testing;

/// <summary>Servers that each misbehave in one known way.</summary>
public static class FaultServers
{
    private static readonly ConcurrentBag<Socket> Refusing = [];

    /// <summary>Accepts connections and never answers.</summary>
    public static ScriptedServer NeverAnswering() => ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Hang);

    /// <summary>Sends the answer one byte per interval.</summary>
    public static ScriptedServer AnsweringAByteEvery(TimeSpan interval) =>
        ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.SendSlowly(Answers.Hello, interval), ServerAction.Repeat);

    /// <summary>Promises ten bytes, sends five and closes.</summary>
    public static ScriptedServer ClosingAfterHalfABody() => ScriptedServer.Start(
        ServerAction.ReadRequest, ServerAction.Send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"), ServerAction.Close);

    /// <summary>Reads the request and closes without an answer.</summary>
    public static ScriptedServer ClosingWithoutAnswer() => ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Close);

    /// <summary>Reads the request and resets the connection.</summary>
    public static ScriptedServer Resetting() => ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Reset);

    /// <summary>Gives a good answer without <c>Connection: close</c>, and closes after each answer.</summary>
    public static ScriptedServer ClosingAfterEachAnswer() =>
        ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(Answers.Hello), ServerAction.Close);

    /// <summary>Answers with <c>Connection: close</c> and closes.</summary>
    public static ScriptedServer AnnouncingClose() => ScriptedServer.Start(ServerAction.ReadRequest,
        ServerAction.Send(Answers.Of(200, "hello", "Connection: close")), ServerAction.Close);

    /// <summary>Answers every request with a body of this many bytes.</summary>
    public static ScriptedServer SendingBodyOf(long bytes) => ScriptedServer.Start(ServerAction.ReadRequest,
        ServerAction.Send($"HTTP/1.1 200 OK\r\nContent-Length: {bytes}\r\n\r\n"), ServerAction.SendFilling(bytes), ServerAction.Repeat);

    /// <summary>Fails every request with a status.</summary>
    public static ScriptedServer AnsweringOnly(int status) => ScriptedServer.Answering(Answers.Of(status, "no"));

    /// <summary>Answers with bytes that are not HTTP, then closes.</summary>
    public static ScriptedServer SendingGarbage(ReadOnlyMemory<byte> bytes) =>
        ScriptedServer.Start(ServerAction.ReadRequest, ServerAction.Send(bytes), ServerAction.Close);

    /// <summary>A port on which nothing listens: it stays bound as long as the tests run, so that no other process can listen on it.</summary>
    public static int RefusingPort()
    {
        var silent = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        Refusing.Add(silent);
        silent.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        return ((IPEndPoint)silent.LocalEndPoint!).Port;
    }
}
