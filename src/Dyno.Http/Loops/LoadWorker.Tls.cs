namespace Dyno.Http;

/// <content>The TLS handshakes of connections, and how long they may take.</content>
internal sealed unsafe partial class LoadWorker
{
    private void BeginHandshake(int index, Connection* c, long now)
    {
        c->State = ConnectionState.Handshaking;
        c->HandshakeStart = now;
        LimitFirstHandshake(index, c, now);
        c->IsTls = _wire.BeginTls(c, _peers[c->Origin].Origin);
        if (c->IsTls) ContinueHandshake(index, c);
        else HandshakeFailed(index, c, now);
    }

    private void ContinueHandshake(int index, Connection* c)
    {
        var result = _wire.ShakeHands(c);
        if (result == Blocked) return; // the next event continues the handshake
        var now = _clock.NowNanos;
        if (result == Broken)
        {
            if (_http2 is not null && _wire.WasProtocolRefused) RefusedHttp2(index, c, now);
            else HandshakeFailed(index, c, now);
            return;
        }
        if (_http2 is not null && !_wire.HasChosenHttp2(c)) { RefusedHttp2(index, c, now); return; }
        _recorder.TlsHandshaking.Record(now - c->HandshakeStart);
        _peers[c->Origin].Handshakes.Finished();
        if (_wire.NewTlsText(c) is { } text) _workload.Protocols.Add(text);
        Opened(index, c, now);
    }

    private void HandshakeFailed(int index, Connection* c, long now)
    {
        CloseSocket(c, c->WasClosedByPeer);
        AttemptFailed(index, c, _wire.FailureKind, _wire.FailureText, now);
    }

    private void RefusedHttp2(int index, Connection* c, long now)
    {
        _peers[c->Origin].Handshakes.Finished();
        CloseSocket(c, c->WasClosedByPeer);
        AttemptFailed(index, c, RequestErrorKind.Protocol, "the server does not speak HTTP/2 (it did not choose h2 by ALPN): leave --http2 out", now);
    }

    /// <summary>
    /// Uses its own queue: these deadlines are added in their order, but among the longer deadlines of the attempts each
    /// would have to search its place. A member stays when its handshake ends, and is checked when its time has come.
    /// </summary>
    private void LimitFirstHandshake(int index, Connection* c, long now)
    {
        var patience = _peers[c->Origin].Handshakes;
        if (!patience.IsShort) return;
        _handshakes.Remove(index);
        _handshakes.Add(index, now + patience.ShortNanos);
    }

    private void FirstHandshakeTimedOut(int index, long now)
    {
        var c = _connections.At(index);
        var patience = _peers[c->Origin].Handshakes;
        if (c->State != ConnectionState.Handshaking || !patience.IsShort || now < c->HandshakeStart + patience.ShortNanos) return;
        CloseSocket(c, c->WasClosedByPeer);
        if (NextAddress(index, c)) TryAddresses(index, c, now);
        else AttemptFailed(index, c, RequestErrorKind.Tls, ErrorKinds.SilentTls(patience.Short), now);
    }
}
