namespace Dyno.Http;

/// <summary>One request and its answer under way: the clock readings that delimit the phases.</summary>
internal sealed class ClientExchange(EngineClock clock)
{
    private long _start;
    private long _mark;
    private long _blocked;
    private long _connecting;
    private long _handshaking;
    private long _sending;
    private long _waiting;
    private long _receiving;

    public ClientPhase Phase { get; private set; }

    /// <summary>When the request was begun.</summary>
    public long StartNanos => _start;

    /// <summary>When the current phase was entered.</summary>
    public long MarkNanos => _mark;

    public long BytesSent { get; set; }

    /// <summary>Bytes of the answer, complete or not.</summary>
    public long BytesReceived { get; set; }

    public bool IsReused { get; set; }

    /// <summary>How often the request was sent again.</summary>
    public int Resends { get; set; }

    /// <summary>Whether the server cannot have begun the request that failed, see <see cref="Resending"/>.</summary>
    public bool CannotHaveBegun { get; set; }

    public string? Tls { get; set; }

    public string Remote { get; set; } = "";

    public WireTimings Timings => new(_blocked, _connecting, _handshaking, _sending, _waiting, _receiving);

    /// <summary>The phase before the current one; after a failure, the phase that failed.</summary>
    public ClientPhase FailedIn { get; private set; }

    /// <summary>Begins a request and clears the data of the previous one.</summary>
    public void Begin()
    {
        _start = _mark = clock.NowNanos;
        (_blocked, _connecting, _handshaking, _sending, _waiting, _receiving) = (0, 0, 0, 0, 0, 0);
        (Phase, FailedIn, BytesSent, BytesReceived, IsReused, Tls, Remote) = (ClientPhase.Blocked, ClientPhase.Blocked, 0, 0, false, null, "");
        (Resends, CannotHaveBegun) = (0, false);
    }

    /// <summary>Ends the current phase and begins another.</summary>
    public void Enter(ClientPhase next)
    {
        var now = clock.NowNanos;
        Phases(Phase) += now - _mark;
        _mark = now;
        FailedIn = Phase;
        Phase = next;
    }

    /// <summary>Prepares for sending the request once more on another connection.</summary>
    /// <param name="sentBytes">Bytes of the request that were sent in vain; 0: it counts as sent for the first time.</param>
    public void SendAgain(long sentBytes)
    {
        if (sentBytes > 0) Resends++;
        IsReused = false;
        StartAgain();
    }

    /// <summary>Begins the phases again for another connection; the time lost on the first connection counts as blocked.</summary>
    private void StartAgain()
    {
        var now = clock.NowNanos;
        (_connecting, _handshaking, _sending, _waiting, _receiving) = (0, 0, 0, 0, 0);
        (_blocked, _mark, Phase) = (now - _start, now, ClientPhase.Blocked);
    }

    private ref long Phases(ClientPhase phase)
    {
        switch (phase)
        {
            case ClientPhase.Blocked: return ref _blocked;
            case ClientPhase.Connecting: return ref _connecting;
            case ClientPhase.Handshaking: return ref _handshaking;
            case ClientPhase.Sending: return ref _sending;
            case ClientPhase.Waiting: return ref _waiting;
            default: return ref _receiving;
        }
    }
}

internal enum ClientPhase
{
    Blocked,
    Connecting,
    Handshaking,
    Sending,
    Waiting,
    Receiving,
}
