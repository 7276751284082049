using Dyno.Load.Engine;

namespace Dyno.Http.Clients;

/// <summary>One request and its answer while it happens: the marks on the clock that the phases are made of.</summary>
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

    /// <summary>The phase going on.</summary>
    public ClientPhase Phase { get; private set; }

    /// <summary>When the request was begun.</summary>
    public long StartNanos => _start;

    /// <summary>When the phase going on was entered.</summary>
    public long MarkNanos => _mark;

    public long BytesSent { get; set; }

    /// <summary>Of the answer, whole or not.</summary>
    public long BytesReceived { get; set; }

    public bool IsReused { get; set; }

    public string? Tls { get; set; }

    public string Remote { get; set; } = "";

    public WireTimings Timings => new(_blocked, _connecting, _handshaking, _sending, _waiting, _receiving);

    /// <summary>The phase that was going on when the last one was entered: where it failed.</summary>
    public ClientPhase FailedIn { get; private set; }

    /// <summary>A request begins; whatever was of another one is forgotten.</summary>
    public void Begin()
    {
        _start = _mark = clock.NowNanos;
        (_blocked, _connecting, _handshaking, _sending, _waiting, _receiving) = (0, 0, 0, 0, 0, 0);
        (Phase, FailedIn, BytesSent, BytesReceived, IsReused, Tls, Remote) = (ClientPhase.Blocked, ClientPhase.Blocked, 0, 0, false, null, "");
    }

    /// <summary>Ends the phase going on and begins another.</summary>
    public void Enter(ClientPhase next)
    {
        var now = clock.NowNanos;
        Phases(Phase) += now - _mark;
        _mark = now;
        FailedIn = Phase;
        Phase = next;
    }

    /// <summary>The whole story begins again on another connection: what was lost on the first one is time blocked.</summary>
    public void StartAgain()
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

/// <summary>Where an exchange stands.</summary>
internal enum ClientPhase
{
    Blocked,
    Connecting,
    Handshaking,
    Sending,
    Waiting,
    Receiving,
}
