using Dyno.Http.Interop;
using Dyno.Load.Engine;

namespace Dyno.Http.Linux;

/// <content>
/// Server-sent events: an answer that is a <c>text/event-stream</c> is read as events, each timed from the one before. A stream that
/// does not end by itself ends after as many events as the plan says, or with the load.
/// </content>
internal sealed unsafe partial class LinuxWorker
{
    private NativeArray<EventStream>? _streams; // per connection; null before the first one

    private void BeginEvents(int index, Connection* c, ReadOnlySpan<byte> head)
    {
        c->IsEventStream = head.IndexOf("text/event-stream"u8) > 0;
        if (!c->IsEventStream) return;
        _streams ??= new NativeArray<EventStream>(_connections.Length);
        *_streams.At(index) = new EventStream { FirstStep = _workload.Session.EventStepOf(_users.At(c->First)->Step) };
    }

    /// <summary>A piece of the body; false when the request is done with it.</summary>
    private bool OnEvents(int index, Connection* c, ReadOnlySpan<byte> body)
    {
        var stream = _streams!.At(index);
        var events = stream->Reader.Read(body);
        if (events == 0) return true;
        var now = _clock.NowNanos;
        var user = c->First;
        var u = _users.At(user);
        for (var i = 0; i < events; i++)
        {
            var isFirst = stream->Events++ == 0;
            var (step, from, start) = isFirst ? (stream->FirstStep, u->RequestIntended, u->RequestStart)
                : (stream->FirstStep + 1, stream->LastNanos, stream->LastNanos);
            _recorder.Judged(step, from, start, now, new AnswerOutcome(RequestErrorKind.None));
            stream->LastNanos = now;
            if (stream->Events == _options.MaxEvents) { EndEvents(index, c); return false; }
        }
        _deadlines.Remove(user); // the time-out is about silence
        _deadlines.Add(user, now + _timeoutNanos);
        return true;
    }

    private void EndEvents(int index, Connection* c)
    {
        var held = _checks.Count > 0 ? _checks.Finish(ProgressOf(index), c->BodyReceived) : 0;
        Complete(index, c, c->Parser.Status, isRedirect: false, held, keepAlive: false);
    }

    // Not when a number of iterations is used up: the last streams are read like the first.
    private bool IsOver(long now) => _signals.IsStopping || now - _scheduler.StartNanos >= _scheduler.Pacer.EndNanos;

    /// <summary>The load is over: streams that would go on for ever are left, and count as read.</summary>
    private void LeaveStreams()
    {
        for (var i = 0; i < _connections.Length; i++)
        {
            var c = _connections.At(i);
            if (c->State == ConnectionState.Open && c->First >= 0 && c->IsParsing && c->IsEventStream && _streams!.At(i)->Events > 0) EndEvents(i, c);
        }
    }
}
