using Dyno.Http.Requests;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>
/// The state of one virtual user in its iteration. Guarded by the worker's lock, except for the members that its connection uses while it
/// holds the user's request.
/// </summary>
internal sealed class VirtualUserState(int index, PortableConnection[] connections)
{
    private volatile bool _isCut;

    public int Index => index;

    /// <summary>The user's connection to each origin.</summary>
    public PortableConnection[] Connections => connections;

    public UserState State { get; set; }

    /// <summary>Whether the user's iteration must end at once.</summary>
    public bool IsCut { get => _isCut; set => _isCut = value; }

    /// <summary>Number of requests of the pass that have begun.</summary>
    public int Position { get; set; }

    /// <summary>The order of the steps in this user's pass; null: the session's order.</summary>
    public int[]? Order { get; init; }

    /// <summary>The row of the feed.</summary>
    public int Row { get; set; }

    public long IterationIntended { get; set; }

    public long IterationStart { get; set; }

    /// <summary>Index of the current request.</summary>
    public int Step { get; set; }

    public RequestBytes Request { get; set; } = null!;

    /// <summary>When the first byte was handed to the system; 0 before.</summary>
    public long RequestStart { get; set; }

    /// <summary>When the request was due: by the schedule, or at the end of the preceding request or delay.</summary>
    public long RequestIntended { get; set; }

    /// <summary>When the request fails because it has no answer; <see cref="long.MaxValue"/> until it is sent.</summary>
    public long Deadline { get; set; }

    /// <summary>Bytes sent over the connection before the request.</summary>
    public long SentBefore { get; set; }

    /// <summary>Whether the request was sent a second time, because its reused connection turned out to be closed.</summary>
    public bool IsRetried { get; set; }

    /// <summary>The trace that the request begins; none before it is sent, and for a request without one.</summary>
    public TraceId Trace { get; set; }

    /// <summary>The connection of the current request.</summary>
    public PortableConnection Current { get; set; } = null!;
}

/// <summary>What a virtual user is doing.</summary>
internal enum UserState
{
    /// <summary>The user is in no iteration.</summary>
    Free,

    /// <summary>The user is between the start and the end of an iteration.</summary>
    InIteration,

    /// <summary>The iteration has ended, and the user pauses before it is free.</summary>
    PausingAfterIteration,
}
