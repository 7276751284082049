using Dyno.Http.Connections;
using Dyno.Http.Interop;
using Dyno.Load.Engine;

namespace Dyno.Http.Linux;

/// <content>TLS: the handshake, and data through libssl, which reads and writes the socket itself.</content>
internal sealed unsafe partial class LinuxWorker
{
    private readonly nint[] _sessions; // per origin: the session of the last closed connection, to be resumed
    private RequestErrorKind _tlsKind;
    private string _tlsDetail = "";
    private nint _loggedCipher;

    private TlsContext Tls => _workload.Tls!;

    private void BeginHandshake(int index, Connection* c, long now)
    {
        c->State = ConnectionState.Handshaking;
        c->HandshakeStart = now;
        LimitFirstHandshake(index, c, now);
        var host = _peers[c->Origin].Origin.Host;
        c->Ssl = Tls.Open(c->Fd, host, _sessions[c->Origin]);
        if (c->Ssl != 0) { ContinueHandshake(index, c); return; }
        OpenSsl.ERR_clear_error();
        CloseSocket(c, byPeer: false);
        AttemptFailed(index, c, RequestErrorKind.Exhausted, "no memory for a TLS connection", now);
    }

    private void ContinueHandshake(int index, Connection* c)
    {
        var result = OpenSsl.SSL_do_handshake(c->Ssl);
        if (result != 1)
        {
            if (IsBlocked(c, result)) return; // the next event continues the handshake
            if (_http2 is not null && _tlsDetail.Contains("no application protocol", StringComparison.Ordinal)) { RefusedHttp2(index, c, _clock.NowNanos); return; }
            CloseSocket(c, c->WasClosedByPeer);
            AttemptFailed(index, c, _tlsKind, _tlsDetail, _clock.NowNanos);
            return;
        }
        OpenSsl.ERR_clear_error(); // a handshake may leave harmless entries behind
        var now = _clock.NowNanos;
        if (_http2 is not null && !HasChosenHttp2(c)) { RefusedHttp2(index, c, now); return; }
        _recorder.TlsHandshaking.Record(now - c->HandshakeStart);
        _peers[c->Origin].Handshakes.Finished();
        LogProtocol(c);
        Opened(index, c, now);
    }

    private static bool HasChosenHttp2(Connection* c)
    {
        byte* name;
        uint length;
        OpenSsl.SSL_get0_alpn_selected(c->Ssl, &name, &length);
        return new ReadOnlySpan<byte>(name, (int)length).SequenceEqual("h2"u8);
    }

    private void RefusedHttp2(int index, Connection* c, long now)
    {
        _peers[c->Origin].Handshakes.Finished();
        CloseSocket(c, c->WasClosedByPeer);
        AttemptFailed(index, c, RequestErrorKind.Protocol, "the server does not speak HTTP/2 (it did not choose h2 by ALPN): leave --http2 out", now);
    }

    /// <summary>
    /// Uses a queue of its own: these deadlines are added in their order, but among the longer deadlines of the attempts each
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

    private nint TransmitTls(Connection* c, byte* bytes, int length)
    {
        var sent = OpenSsl.SSL_write(c->Ssl, bytes, length);
        if (sent > 0)
        {
            c->Sent += sent;
            return sent;
        }
        return IsBlocked(c, sent) ? Blocked : Broken;
    }

    private nint ReceiveTls(Connection* c, byte* destination, int length)
    {
        c->ReadWantsWrite = false;
        var received = OpenSsl.SSL_read(c->Ssl, destination, length);
        if (received > 0) return received;
        var error = OpenSsl.SSL_get_error(c->Ssl, received);
        c->ReadWantsWrite = error == OpenSsl.WantWrite;
        if (error is OpenSsl.WantRead or OpenSsl.WantWrite) return Blocked;
        if (error == OpenSsl.CleanEnd) return Ended;
        Classify(c, error);
        return Broken;
    }

    private bool IsBlocked(Connection* c, int result)
    {
        var error = OpenSsl.SSL_get_error(c->Ssl, result);
        if (error is OpenSsl.WantRead or OpenSsl.WantWrite) return true;
        Classify(c, error);
        return false;
    }

    /// <summary>Determines kind and description of a failure, and empties the error queue for the next call.</summary>
    private void Classify(Connection* c, int error)
    {
        var errno = Errno.Last;
        var isEnd = error == OpenSsl.CleanEnd || OpenSsl.PeekReason() == OpenSsl.UnexpectedEnd
            || (error == OpenSsl.ErrorSystem && errno == 0);
        var verify = OpenSsl.SSL_get_verify_result(c->Ssl);
        if (isEnd)
        {
            _tlsKind = c->State == ConnectionState.Open ? RequestErrorKind.Closed : RequestErrorKind.Tls;
            _tlsDetail = c->State == ConnectionState.Open
                ? "the server closed the connection without ending TLS" : "the server closed the connection during the TLS handshake";
        }
        else if (error == OpenSsl.ErrorSystem)
        {
            _tlsKind = Errno.KindOf(errno);
            _tlsDetail = Errno.Describe(errno);
        }
        else
        {
            _tlsKind = RequestErrorKind.Tls;
            _tlsDetail = OpenSsl.TakeReason();
            if (verify != 0) _tlsDetail += $": {OpenSsl.Text(OpenSsl.X509_verify_cert_error_string(verify))}";
        }
        OpenSsl.ERR_clear_error();
    }

    private void LogProtocol(Connection* c)
    {
        if (OpenSsl.SSL_session_reused(c->Ssl) == 1) Tls.CountResumed();
        var cipher = OpenSsl.SSL_get_current_cipher(c->Ssl);
        if (cipher == _loggedCipher) return;
        _loggedCipher = cipher;
        var version = OpenSsl.Text(OpenSsl.SSL_get_version(c->Ssl)).Replace("TLSv", "TLS ", StringComparison.Ordinal);
        _workload.Protocols.Add($"{version} {OpenSsl.Text(OpenSsl.SSL_CIPHER_get_name(cipher))}");
    }

    private void EndTls(Connection* c)
    {
        if (c->State == ConnectionState.Open)
        {
            if (Tls.Resumes) KeepSession(c);
            _ = OpenSsl.SSL_shutdown(c->Ssl); // sends close_notify without waiting for the answer
        }
        OpenSsl.SSL_free(c->Ssl);
        OpenSsl.ERR_clear_error();
        c->Ssl = 0;
    }

    private void KeepSession(Connection* c)
    {
        var session = OpenSsl.SSL_get1_session(c->Ssl);
        if (session == 0) return;
        if (OpenSsl.SSL_SESSION_is_resumable(session) == 0) { OpenSsl.SSL_SESSION_free(session); return; }
        FreeSession(c->Origin);
        _sessions[c->Origin] = session;
    }

    private void FreeSession(int origin)
    {
        if (_sessions[origin] != 0) OpenSsl.SSL_SESSION_free(_sessions[origin]);
        _sessions[origin] = 0;
    }
}
