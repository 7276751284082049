using Dyno.Http.Parsing;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <content>Ending: handles the requests in flight when their connection ends, or when one of them exceeds its timeout.</content>
internal sealed partial class PortableConnection
{
    private const string GivenUp = "closed because an earlier request on the same connection ended it";

    private void CloseOverProtocol(ResponseFault fault, int consumed)
    {
        var text = $"{fault.Describe()}: {Excerpt.Of(_input.AsSpan(0, _filled))}";
        _filled -= consumed; // these bytes are already counted with their answer
        Close(RequestErrorKind.Protocol, text);
    }

    /// <summary>Bytes received of the oldest request's answer, which will stay incomplete.</summary>
    private long Unfinished => (_isParsing ? _bytesOfAnswer : 0) + _filled;

    private void GiveUpAnswer() => _worker.Unfinished(Unfinished);

    private void FinishClosedByPeer()
    {
        if (_ring.Count > _unsent && _isParsing && _parser.Close() == ParseEvent.Complete)
        {
            FinishAnswer(Outcome()); // the end of the connection ends the body
            return;
        }
        var received = _bytesOfAnswer + _filled;
        Close(RequestErrorKind.Closed, !_isParsing || received == 0
            ? "the server closed the connection without an answer"
            : $"the server closed the connection after {received} bytes of its answer", byPeer: true);
    }

    private void ExpireOldest(long now)
    {
        if (_ring.Count == _unsent || _ring[0].Deadline > now) return;
        var user = _ring.Take();
        var text = $"no complete answer within {_target.Options.Timeout.TotalSeconds} s ({Unfinished} bytes received)";
        GiveUpAnswer();
        Drop();
        ResendOrFail(RequestErrorKind.Closed, GivenUp, maySend: true);
        _worker.Failed(user, user.Deadline, RequestErrorKind.Timeout, text, this);
        Flush();
    }

    /// <summary>Ends the connection. Requests that may be repeated are sent again on the next connection; the others fail.</summary>
    private void Close(RequestErrorKind kind, string text, bool byPeer = false)
    {
        var isUntouched = byPeer && _answers > 0 && (!_isParsing || _bytesOfAnswer + _filled == 0);
        _wasLost |= byPeer;
        GiveUpAnswer();
        Drop();
        ResendOrFail(kind, text, isUntouched);
        Flush();
    }

    /// <summary>
    /// Sends requests once more on a new connection, without restarting their time, or fails them (RFC 9112, 9.3.1). A request is sent
    /// again if it is idempotent, was sent on a reused connection, and no byte of its answer was received: the server had closed the idle
    /// connection, or the request was queued behind a request that ended the connection.
    /// </summary>
    private void ResendOrFail(RequestErrorKind kind, string text, bool maySend)
    {
        var now = _worker.Clock.NowNanos;
        for (var sent = _ring.Count - _unsent; sent > 0; sent--)
        {
            var user = _ring.Take();
            if (maySend && user.Request.IsIdempotent && !user.IsRetried) { user.IsRetried = true; _line.Add(user); }
            else _worker.Failed(user, now, kind, text, this);
            (kind, text, maySend) = (RequestErrorKind.Closed, GivenUp, true); // the requests behind the first one did not cause the end
        }
        _ring.Prepend(_line);
        _unsent = _ring.Count;
    }

    /// <summary>The server answered a request and no longer reads the rest of it: the waiting requests are sent on a new connection.</summary>
    private void Restart()
    {
        Drop();
        Flush();
    }

    private void FailAll(RequestErrorKind kind, string text)
    {
        var now = _worker.Clock.NowNanos;
        while (_ring.Count > 0) _worker.Failed(_ring.Take(), now, kind, text, this);
        _unsent = 0;
    }

    private void Drop()
    {
        _transport?.Dispose();
        _transport = null;
        _state = State.Closed;
        // A pending receive may write into its buffer until it finishes, so the buffer is not reused.
        if (_isReceiving || _input.Length > SmallBuffer) _input = new byte[SmallBuffer];
        (_isSending, _isReceiving, _isParsing, _filled) = (false, false, false, 0);
        _earlyAnswerAt = 0;
    }
}
