using Dyno.Http.Requests;

namespace Dyno.Http.Portable;

/// <summary>
/// Where one virtual user stands in its iteration. Guarded by the worker's lock, apart from what its connection uses
/// while a request is with it.
/// </summary>
internal sealed class VirtualUserState(int index, PortableConnection[] connections)
{
    private volatile bool _isCut;

    public int Index => index;

    /// <summary>The user's connection to each origin.</summary>
    public PortableConnection[] Connections => connections;

    public UserState State { get; set; }

    /// <summary>Whether the user's iteration is to end at once.</summary>
    public bool IsCut { get => _isCut; set => _isCut = value; }

    /// <summary>How many requests of the pass have begun.</summary>
    public int Position { get; set; }

    /// <summary>The steps of the pass in its own order; null for the session's.</summary>
    public int[]? Order { get; init; }

    /// <summary>Row of the feed.</summary>
    public int Row { get; set; }

    public long IterationIntended { get; set; }

    public long IterationStart { get; set; }

    /// <summary>Index of the current request.</summary>
    public int Step { get; set; }

    public RequestBytes Request { get; set; } = null!;

    /// <summary>When the first byte was handed to the system; 0 before.</summary>
    public long RequestStart { get; set; }

    /// <summary>When the request was due: by the schedule, or at the end of what came before it.</summary>
    public long RequestIntended { get; set; }

    /// <summary>When it fails for want of an answer; <see cref="long.MaxValue"/> until it is sent.</summary>
    public long Deadline { get; set; }

    /// <summary>Sent a second time, because its reused connection turned out to be closed.</summary>
    public bool IsRetried { get; set; }

    /// <summary>The connection the current request is with.</summary>
    public PortableConnection Current { get; set; } = null!;
}

/// <summary>What a virtual user does.</summary>
internal enum UserState
{
    /// <summary>In no iteration.</summary>
    Free,

    /// <summary>Between the start and the end of an iteration.</summary>
    InIteration,

    /// <summary>The iteration has ended, and the user pauses before it is free.</summary>
    PausingAfterIteration,
}
