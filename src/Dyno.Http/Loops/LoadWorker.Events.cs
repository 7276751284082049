namespace Dyno.Http;

/// <content>
/// Server-sent events: an answer that is a <c>text/event-stream</c> is read as events, each timed from the previous event. An endless
/// stream ends after as many events as the plan says, or with the load.
/// </content>
internal sealed unsafe partial class LoadWorker
{
    private NativeArray<EventStream>? _streams; // per virtual user; null before the first one

    private void BeginEvents(int user)
    {
        _streams ??= new NativeArray<EventStream>(_users.Length);
        *_streams.At(user) = new EventStream { FirstStep = _workload.Session.EventStepOf(_users.At(user)->Step) };
    }

    /// <summary>Reads a piece of the body; false when the request has received its maximum number of events.</summary>
    private bool OnEvents(int user, ReadOnlySpan<byte> body)
    {
        var stream = _streams!.At(user);
        var events = stream->Reader.Read(body);
        if (events == 0) return true;
        var now = _clock.NowNanos;
        var u = _users.At(user);
        for (var i = 0; i < events; i++)
        {
            var isFirst = stream->Events++ == 0;
            var (step, from, start) = isFirst ? (stream->FirstStep, u->RequestIntended, u->RequestStart)
                : (stream->FirstStep + 1, stream->LastNanos, stream->LastNanos);
            _recorder.Part(step, from, start, now);
            stream->LastNanos = now;
            if (stream->Events == _options.MaxEvents) return false;
        }
        _deadlines.Remove(user); // the time-out limits the time without events
        _deadlines.Add(user, now + _timeoutNanos);
        return true;
    }

    private void EndEvents(int index, Connection* c)
    {
        var held = _checks.Count > 0 ? _checks.Finish(ProgressOf(index), c->BodyReceived) : 0;
        Complete(index, c, c->Parser.Status, isRedirect: false, held, keepAlive: false);
    }

    /// <summary>Ends an event stream over HTTP/2: the stream is reset, and the connection stays open.</summary>
    private void EndEvents(Http2Session session, int slot, int user)
    {
        var stream = session.Stream(slot);
        session.Reset(slot, ErrorCode.Cancel);
        HasFrames(session.Index);
        EndHttp(user, _users.At(user), stream, _clock.NowNanos);
    }

    // False when only the number of iterations is used up: the last streams are then read like the first.
    private bool IsOver(long now) => _signals.IsStopping || now - _scheduler.StartNanos >= _scheduler.Pacer.EndNanos;

    /// <summary>Ends the event streams that have brought events when the load is over; they count as read.</summary>
    private void LeaveStreams()
    {
        for (var i = 0; i < _connections.Length; i++)
        {
            var c = _connections.At(i);
            if (c->State != ConnectionState.Open) continue;
            if (_http2 is not null) LeaveStreams(_http2[i]);
            else if (c->First >= 0 && c->IsParsing && c->IsEventStream && _streams!.At(c->First)->Events > 0) EndEvents(i, c);
        }
    }

    private void LeaveStreams(Http2Session session)
    {
        for (var slot = 0; slot < _depth && session.Active > 0; slot++)
        {
            if (session.Stream(slot) is not { Id: not 0, IsEventStream: true }) continue;
            var user = UserOf(session, slot);
            if (_streams!.At(user)->Events > 0) EndEvents(session, slot, user);
        }
    }
}
