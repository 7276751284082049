using Dyno.Http.Parsing;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <content>Ending: what becomes of the requests in flight when their connection is over, or one of them is overdue.</content>
internal sealed partial class PortableConnection
{
    private const string GivenUp = "closed because an earlier request on the same connection ended it";

    private void CloseOverProtocol(ResponseFault fault, int consumed)
    {
        var text = $"{fault.Describe()}: {Excerpt.Of(_input.AsSpan(0, _filled))}";
        _filled -= consumed; // counted with its answer already
        Close(RequestErrorKind.Protocol, text);
    }

    /// <summary>What has come of the oldest request's answer, which will not become whole.</summary>
    private long Unfinished => (_isParsing ? _bytesOfAnswer : 0) + _filled;

    private void GiveUpAnswer() => _worker.Unfinished(Unfinished);

    private void FinishClosedByPeer()
    {
        if (_ring.Count > _unsent && _isParsing && _parser.Close() == ParseEvent.Complete)
        {
            FinishAnswer(Outcome()); // a body that ends with the connection
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
        var text = $"no whole answer within {_target.Options.Timeout.TotalSeconds} s ({Unfinished} bytes of it came)";
        GiveUpAnswer();
        Drop();
        ResendOrFail(RequestErrorKind.Closed, GivenUp, maySend: true);
        _worker.Failed(user, user.Deadline, RequestErrorKind.Timeout, text, this);
        Flush();
    }

    /// <summary>The connection is over: requests that may be are sent again on the next one, the others fail.</summary>
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
    /// Sends a request once more on a new connection, with its clock running on, or fails it (RFC 9112, 9.3.1). A
    /// request is sent again when it is idempotent, went out on a reused connection, and no byte of its answer came:
    /// it met a stale keep-alive, or stood in line behind a request that ended the connection.
    /// </summary>
    private void ResendOrFail(RequestErrorKind kind, string text, bool maySend)
    {
        var now = _worker.Clock.NowNanos;
        for (var sent = _ring.Count - _unsent; sent > 0; sent--)
        {
            var user = _ring.Take();
            if (maySend && user.Request.IsIdempotent && !user.IsRetried) { user.IsRetried = true; _line.Add(user); }
            else _worker.Failed(user, now, kind, text, this);
            (kind, text, maySend) = (RequestErrorKind.Closed, GivenUp, true); // those behind the first did nothing wrong
        }
        _ring.Prepend(_line);
        _unsent = _ring.Count;
    }

    /// <summary>The request was answered and the peer takes no more of it: what waits goes out on a new connection.</summary>
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
        // A receive that is still pending may write into its buffer until it has finished.
        if (_isReceiving || _input.Length > SmallBuffer) _input = new byte[SmallBuffer];
        (_isSending, _isReceiving, _isParsing, _filled) = (false, false, false, 0);
        _earlyAnswerAt = 0;
    }
}
