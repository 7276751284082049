namespace Dyno.Testing;

/// <summary>One action of a <see cref="ScriptedServer"/> on a connection.</summary>
public abstract record ServerAction
{
    /// <summary>Reads one whole request (head and body); the script ends quietly when the client closes instead.</summary>
    public static ServerAction ReadRequest { get; } = new ReadRequestAction();

    /// <summary>Starts the script again from its first action.</summary>
    public static ServerAction Repeat { get; } = new RepeatAction();

    /// <summary>Closes in an orderly way (FIN). A script without further actions ends in the same way.</summary>
    public static ServerAction Close { get; } = new CloseAction();

    /// <summary>Resets the connection (RST).</summary>
    public static ServerAction Reset { get; } = new ResetAction();

    /// <summary>Sends nothing more until the client or the server closes the connection.</summary>
    public static ServerAction Hang { get; } = new HangAction();

    /// <summary>Sends bytes at once.</summary>
    public static ServerAction Send(ReadOnlyMemory<byte> bytes) => new SendAction(bytes);

    /// <summary>Sends a text in Latin-1, so that every byte can be written.</summary>
    public static ServerAction Send(string text) => new SendAction(Bytes(text));

    /// <summary>Sends a text in parts, cut before the given offsets, each part in its own segment as far as the kernel allows.</summary>
    public static ServerAction SendSplit(string text, params int[] offsets) => new SendSplitAction(Bytes(text), offsets);

    /// <summary>Sends one byte per interval.</summary>
    public static ServerAction SendSlowly(string text, TimeSpan interval) => new SendSlowlyAction(Bytes(text), interval);

    /// <summary>Sends a body of this many bytes, which are generated on the way.</summary>
    public static ServerAction SendFilling(long count) => new SendFillingAction(count);

    /// <summary>Waits for a time.</summary>
    public static ServerAction Wait(TimeSpan time) => new WaitAction(time);

    /// <summary>Waits for a task that the test completes.</summary>
    public static ServerAction WaitFor(Task gate) => new WaitForAction(gate);

    /// <summary>Does something of the test's on the thread of the connection; the next action begins when it has returned.</summary>
    public static ServerAction Do(Action action) => new DoAction(action);

    internal sealed record ReadRequestAction : ServerAction;

    internal sealed record RepeatAction : ServerAction;

    internal sealed record CloseAction : ServerAction;

    internal sealed record ResetAction : ServerAction;

    internal sealed record HangAction : ServerAction;

    internal sealed record SendAction(ReadOnlyMemory<byte> Content) : ServerAction;

    internal sealed record SendSplitAction(ReadOnlyMemory<byte> Content, int[] Offsets) : ServerAction;

    internal sealed record SendSlowlyAction(ReadOnlyMemory<byte> Content, TimeSpan Interval) : ServerAction;

    internal sealed record SendFillingAction(long Count) : ServerAction;

    internal sealed record WaitAction(TimeSpan Time) : ServerAction;

    internal sealed record WaitForAction(Task Gate) : ServerAction;

    internal sealed record DoAction(Action Action) : ServerAction;

    private static byte[] Bytes(string text) => Encoding.Latin1.GetBytes(text);
}
