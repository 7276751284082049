namespace Dyno.Http;

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
    public int SentMessages; // messages sent in a gRPC call; over a WebSocket, number of answers still to come
    public int NextInLine; // the virtual user behind this one on the same connection; −1 for none
    public bool IsSent;    // the request, or part of it, was handed to the system
    public bool WasResent; // a request is sent again only once
    public bool HasClock;  // HTTP/2: the request's time runs, although it may still wait for a free stream
    public UserState State;
    public RequestMark Mark;
}

/// <summary>What identifies a request on its connection.</summary>
[StructLayout(LayoutKind.Explicit)]
internal struct RequestMark
{
    [FieldOffset(0)]
    public long SentBefore; // HTTP: bytes sent over the connection before the request

    [FieldOffset(0)]
    public long Key;        // WebSocket: key of the field that identifies the answer
}

/// <summary>The current activity of a virtual user.</summary>
internal enum UserState : byte
{
    Idle, // in no iteration
    InLine, // in the line of a connection: waiting for it to open, or for its answer
    OnStream, // on an HTTP/2 stream: the request, or part of it, is on the way
    Holding, // holding a WebSocket open until no more iterations start
    Pausing, // pausing before its next request
    PausingAfterIteration, // the iteration has ended, and the user pauses before it is free
}
