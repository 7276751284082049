using Dyno.Http.Connections;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <content>Opening: tries every address, pauses after failures, and limits the time.</content>
internal sealed partial class PortableConnection
{
    private const long FirstPauseNanos = 10_000_000;
    private const long LongestPauseNanos = 500_000_000;
    private const long BacklogNanos = 2_000_000;

    private void Open()
    {
        _trial = _target.Endpoints.Begin();
        OpenCurrent();
    }

    private void OpenCurrent()
    {
        _openedAt = _worker.Clock.NowNanos;
        // The time of a request that is never sent counts from the start of opening, not from the pause before it.
        for (var i = 0; i < _ring.Count; i++)
            if (!_ring[i].IsRetried) _ring[i].RequestStart = _openedAt;
        Attempt();
    }

    private void Attempt()
    {
        _state = State.Opening;
        _retryAt = long.MaxValue;
        _transport = _target.CreateTransport(this, _worker.Clock, _worker.Poll);
        if (!_transport.Open(_trial.Current)) FinishOpen();
    }

    private void FinishOpen()
    {
        var transport = _transport!;
        if (transport.IsBacklogFull)
        {
            transport.Dispose();
            _retryAt = _worker.Clock.NowNanos + BacklogNanos;
            return;
        }
        if (transport.SendError != RequestErrorKind.None) { FailToOpen(transport.SendError, transport.ErrorText); return; }
        var took = _worker.Clock.NowNanos - _openedAt;
        _target.Opened(transport);
        _target.Endpoints.Worked(_trial.Current);
        _worker.Connected(took - transport.TlsNanos, transport.TlsNanos, _wasLost);
        (_wasLost, _pauseNanos) = (false, 0);
        (_answers, _filled, _isParsing, _sent) = (0, 0, false, 0);
        _state = State.Open;
        Flush();
        if (ReferenceEquals(transport, _transport) && !Receive()) FinishReceive();
    }

    private void ExpireOpening(long now)
    {
        var isInTime = now < _openedAt + _target.ConnectTimeoutNanos;
        if (isInTime && now >= _retryAt) { Attempt(); return; } // the backlog may have room now
        var patience = _target.Origin.Handshakes;
        var handshakeStart = _transport!.HandshakeStartNanos;
        var isSilent = patience.IsShort && handshakeStart > 0 && now >= handshakeStart + patience.ShortNanos;
        if (isSilent) FailToOpen(RequestErrorKind.Tls, ErrorKinds.SilentTls(patience.Short));
        else if (isInTime) return; // the handshake began after the connect, so its own limit is not reached yet
        else if (handshakeStart > 0) FailToOpen(RequestErrorKind.Tls, ErrorKinds.SilentTls(_target.Options.ConnectTimeout));
        else FailToOpen(RequestErrorKind.Unreachable, $"timed out after {_target.Options.ConnectTimeout.TotalSeconds} s");
    }

    private long OpeningDeadline()
    {
        var whole = Math.Min(_retryAt, _openedAt + _target.ConnectTimeoutNanos);
        var patience = _target.Origin.Handshakes;
        if (!_target.Origin.Origin.IsTls || !patience.IsShort) return whole;
        var handshakeStart = _transport?.HandshakeStartNanos ?? 0;
        return Math.Min(whole, (handshakeStart > 0 ? handshakeStart : _worker.Clock.NowNanos) + patience.ShortNanos);
    }

    private void FailToOpen(RequestErrorKind kind, string text)
    {
        if (_target.Endpoints.IsUnix && kind == RequestErrorKind.Exhausted) kind = RequestErrorKind.Refused; // the socket's file does not exist
        Drop();
        var failed = _trial.Current;
        var isReachFault = kind is RequestErrorKind.Refused or RequestErrorKind.Unreachable;
        if (isReachFault && _trial.MoveNext()) { OpenCurrent(); return; } // another address may answer
        // A refusal takes microseconds: without a pause, a closed loop would retry at full speed.
        _pauseNanos = Math.Min(LongestPauseNanos, Math.Max(FirstPauseNanos, _pauseNanos * 2));
        _state = State.Pausing;
        _openedAt = _worker.Clock.NowNanos;
        FailAll(kind, $"no connection to {failed}: {text}");
    }

    private void Resume()
    {
        _state = State.Closed;
        Flush();
    }
}
