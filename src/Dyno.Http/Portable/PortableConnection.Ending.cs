using Dyno.Http.Connections;
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
        SendBehindAgain();
        _worker.Failed(user, user.Deadline, RequestErrorKind.Timeout, text, this);
        Flush();
    }

    /// <summary>Ends the connection. Requests that may be repeated are sent again on the next connection; the others fail.</summary>
    private void Close(RequestErrorKind kind, string text, bool byPeer = false)
    {
        var isUntouched = byPeer && _answers > 0 && (!_isParsing || _bytesOfAnswer + _filled == 0);
        var unread = byPeer && _answers > 0 ? _transport!.Unacknowledged : 0;
        _wasLost |= byPeer;
        GiveUpAnswer();
        Drop();
        if (_ring.Count > _unsent) SendAgainOrFail(_ring.Take(), isUntouched ? unread : -1, kind, kind, text);
        if (!byPeer) SendBehindAgain();
        else
            while (_ring.Count > _unsent) SendAgainOrFail(_ring.Take(), _answers > 0 ? unread : -1, kind, RequestErrorKind.Closed, GivenUp);
        PutBack();
        Flush();
    }

    /// <summary>
    /// Sends a request once more on a new connection, without restarting its time, where <see cref="Resending"/> allows that (RFC 9112,
    /// 9.3.1), or fails it.
    /// </summary>
    /// <param name="user">The request.</param>
    /// <param name="unread">Bytes that the peer's system had not acknowledged; negative when the request must fail.</param>
    /// <param name="end">How the connection ended.</param>
    /// <param name="kind">The error of a request that fails.</param>
    /// <param name="text">The error in words.</param>
    private void SendAgainOrFail(VirtualUserState user, int unread, RequestErrorKind end, RequestErrorKind kind, string text)
    {
        var bytes = _sent - user.SentBefore;
        if (unread >= 0 && !user.IsRetried && Resending.CannotHaveBegun(end, bytes, unread)) SendAgain(user, bytes);
        else _worker.Failed(user, _worker.Clock.NowNanos, kind, text, this);
    }

    private void SendAgain(VirtualUserState user, long sentBytes)
    {
        if (sentBytes > 0) _worker.Resent();
        user.IsRetried = true;
        _line.Add(user);
    }

    /// <summary>Sends the requests again that were queued behind the request that ended the connection, where their methods allow that.</summary>
    private void SendBehindAgain()
    {
        while (_ring.Count > _unsent)
        {
            var user = _ring.Take();
            if (user.Request.MayFollow && !user.IsRetried) SendAgain(user, _sent - user.SentBefore);
            else _worker.Failed(user, _worker.Clock.NowNanos, RequestErrorKind.Closed, GivenUp, this);
        }
        PutBack();
    }

    private void PutBack()
    {
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
