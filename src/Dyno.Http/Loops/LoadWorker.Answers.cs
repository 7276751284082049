namespace Dyno.Http;

/// <content>The events of HTTP/2 streams.</content>
internal sealed unsafe partial class LoadWorker : IHttp2Listener
{
    private int UserOf(Http2Session session, int slot) => session.Index % _connectionsPerOrigin * _depth + slot;

    void IHttp2Listener.OnHead(Http2Session session, int slot)
    {
        _connections.At(session.Index)->HasAnswered = true;
        _connections.At(session.Index)->Failures = 0;
        var user = UserOf(session, slot);
        if (CallOf(_users.At(user)) is not null) OnCallFields(user, _users.At(user), session.Fields);
        else if (session.Stream(slot).IsEventStream) BeginEvents(user);
        if (_checks.Count > 0) _checks.OnHead(ProgressOf(user), session.Stream(slot).Status, session.Fields.Text);
        if (_sawHttp2) return;
        _sawHttp2 = true;
        _workload.Protocols.Add("HTTP/2");
        var asked = Math.Min(_depth, _users.Length);
        if (session.MaxStreams < asked)
            _workload.Protocols.Add($"HTTP/2: {session.MaxStreams} of {asked} streams a connection, as the server allows");
    }

    void IHttp2Listener.OnBody(Http2Session session, int slot, ReadOnlySpan<byte> body)
    {
        var user = UserOf(session, slot);
        if (CallOf(_users.At(user)) is not null) { OnCallBody(session, slot, user, _users.At(user), body); return; }
        if (_checks.ReadsBody) _checks.OnBody(ProgressOf(user), body);
        if (session.Stream(slot).IsEventStream && !OnEvents(user, body)) EndEvents(session, slot, user);
    }

    void IHttp2Listener.OnTrailers(Http2Session session, int slot)
    {
        var user = UserOf(session, slot);
        if (CallOf(_users.At(user)) is not null) OnCallFields(user, _users.At(user), session.Fields);
    }

    void IHttp2Listener.OnEnd(Http2Session session, int slot, in Http2Stream stream)
    {
        var end = _clock.NowNanos;
        var user = UserOf(session, slot);
        var u = _users.At(user);
        if (!_options.ReuseConnections) session.TakeNoMore();
        if (CallOf(u) is not null) OnCallEnd(user, u, stream, end);
        else EndHttp(user, u, stream, end);
    }

    private void EndHttp(int user, VirtualUser* u, in Http2Stream stream, long end)
    {
        _deadlines.Remove(user);
        _recorder.Answered(u->Step, u->RequestIntended, u->RequestStart, end, stream.Status, stream.WireBytes);
        if (_traces is not null) Traced(user, u, end, AnswerOutcome.Of(RequestErrorKind.None, stream.Status));
        if (stream.Status is >= 300 and < 400 && stream.HasLocation) _recorder.Redirected();
        if (_checks.Count > 0) _checks.Record(_checks.Finish(ProgressOf(user), stream.BodyBytes), end - u->RequestStart, _recorder, u->Step);
        EndRequest(user, u, end);
    }

    void IHttp2Listener.OnReset(Http2Session session, int slot, in Http2Stream stream, ErrorCode code, bool wasNotBegun)
    {
        var user = UserOf(session, slot);
        var u = _users.At(user);
        _recorder.Unaccounted(stream.WireBytes);
        if (wasNotBegun && !u->WasResent)
        {
            var c = _connections.At(session.Index);
            WaitAgain(c, user, u, c->Sent - u->Mark.SentBefore);
            return;
        }
        Fail(user, u, RequestErrorKind.Reset, _recorder.WantsExample(RequestErrorKind.Reset) ? $"the server reset the stream: {code.Name()}" : null, _clock.NowNanos);
    }

    void IHttp2Listener.OnFault(Http2Session session, int slot, in Http2Stream stream, Http2Fault fault)
    {
        var user = UserOf(session, slot);
        _recorder.Unaccounted(stream.WireBytes);
        var detail = _recorder.WantsExample(RequestErrorKind.Protocol) ? fault.Describe() : null;
        _faultWords = fault.Describe();
        Fail(user, _users.At(user), RequestErrorKind.Protocol, detail, _clock.NowNanos);
        _faultWords = null;
    }

    void IHttp2Listener.OnSent(Http2Session session, int slot)
    {
    }
}
