namespace Dyno.Http;

/// <content>TLS through libssl, which reads and writes the socket itself.</content>
internal sealed unsafe partial class EpollSockets
{
    // OpenSSL reads up to 16 KiB at a time: a turn that brought less than this has emptied the socket.
    private const int ReadBytes = 8 * 1024;

    private readonly TlsContext? _tls;
    private readonly nint[] _sessions; // per origin: the session of the last closed connection, to be resumed
    private string? _tlsText;          // null: the last failure was the system's
    private nint _loggedCipher;

    public override bool BeginTls(Connection* c, HttpOrigin origin)
    {
        c->Ssl = _tls!.Open(c->Fd, origin.Host, _sessions[c->Origin]);
        if (c->Ssl != 0) return true;
        OpenSsl.ERR_clear_error();
        (FailureKind, _tlsText) = (RequestErrorKind.Exhausted, "no memory for a TLS connection");
        return false;
    }

    public override nint ShakeHands(Connection* c)
    {
        var result = OpenSsl.SSL_do_handshake(c->Ssl);
        if (result != 1) return IsBlocked(c, result) ? Blocked : Broken;
        OpenSsl.ERR_clear_error(); // a handshake may leave harmless entries behind
        return Done;
    }

    public override bool HasChosenHttp2(Connection* c)
    {
        byte* name;
        uint length;
        OpenSsl.SSL_get0_alpn_selected(c->Ssl, &name, &length);
        return new ReadOnlySpan<byte>(name, (int)length).SequenceEqual("h2"u8);
    }

    public override string? NewTlsText(Connection* c)
    {
        if (OpenSsl.SSL_session_reused(c->Ssl) == 1) _tls!.CountResumed();
        var cipher = OpenSsl.SSL_get_current_cipher(c->Ssl);
        if (cipher == _loggedCipher) return null;
        _loggedCipher = cipher;
        var version = OpenSsl.Text(OpenSsl.SSL_get_version(c->Ssl)).Replace("TLSv", "TLS ", StringComparison.Ordinal);
        return $"{version} {OpenSsl.Text(OpenSsl.SSL_CIPHER_get_name(cipher))}";
    }

    public override bool MayHoldMore(Connection* c, int total) => total >= ReadBytes || OpenSsl.SSL_has_pending(c->Ssl) != 0;

    private nint SendTls(Connection* c, byte* bytes, int length)
    {
        var sent = OpenSsl.SSL_write(c->Ssl, bytes, length);
        if (sent > 0) return sent;
        return IsBlocked(c, sent) ? Blocked : Broken;
    }

    private nint ReceiveTls(Connection* c, byte* into, int length)
    {
        c->ReadWantsWrite = false;
        var received = OpenSsl.SSL_read(c->Ssl, into, length);
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
            var isOpen = c->State == ConnectionState.Open;
            (FailureKind, _tlsText) = (isOpen ? RequestErrorKind.Closed : RequestErrorKind.Tls,
                isOpen ? "the server closed the connection without ending TLS" : "the server closed the connection during the TLS handshake");
        }
        else if (error == OpenSsl.ErrorSystem) (FailureKind, _tlsText) = (Errno.KindOf(errno), Errno.Describe(errno));
        else
        {
            (FailureKind, _tlsText) = (RequestErrorKind.Tls, OpenSsl.TakeReason());
            if (verify != 0) _tlsText += $": {OpenSsl.Text(OpenSsl.X509_verify_cert_error_string(verify))}";
        }
        OpenSsl.ERR_clear_error();
    }

    private void EndTls(Connection* c)
    {
        if (c->State == ConnectionState.Open)
        {
            if (_tls!.Resumes) KeepSession(c);
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
