using System.Runtime.InteropServices;

namespace Dyno.Http.Linux;

/// <summary>One virtual user of a worker; lives in native memory, so fields only, on a cache line of its own.</summary>
[StructLayout(LayoutKind.Sequential, Size = 64)]
internal struct VirtualUser
{
    public long IterationIntended;
    public long IterationStart;
    public long RequestIntended;
    public long RequestStart;
    public int Position;   // of the current request in this pass, 0 to steps − 1
    public int Step;       // its index in the plan; differs from the position in random order
    public int Row;        // of the data feed
    public int SentMessages; // of its call; over a WebSocket, answers still to come
    public int NextInLine; // the virtual user behind this one on the same connection; −1 for none
    public bool IsSent;    // its request, or part of it, went to the system
    public bool WasResent; // once is enough
    public bool HasClock;  // HTTP/2: its time runs, although it may still wait for a free stream
    public UserState State;
    public long MatchKey;    // WebSocket: of the field by which its answer is known
}

/// <summary>What a virtual user does now.</summary>
internal enum UserState : byte
{
    /// <summary>In no iteration.</summary>
    Idle,

    /// <summary>In the line of a connection: waiting for it to open, or for its answer.</summary>
    InLine,

    /// <summary>On a stream of HTTP/2: its request, or part of it, is on the way.</summary>
    OnStream,

    /// <summary>Holding a WebSocket open until no iteration starts any more.</summary>
    Holding,

    /// <summary>Pausing before its next request.</summary>
    Pausing,

    /// <summary>The iteration has ended, and the user pauses before it is free.</summary>
    PausingAfterIteration,
}
