using Dyno.Http.Parsing;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <content>Receiving: parses bytes into answers, and matches the answers to the requests in order.</content>
internal sealed partial class PortableConnection
{
    private const int LargeBuffer = 64 * 1024;
    private const int RoundsBeforeYield = 64;

    private bool Receive() => _isReceiving = _transport!.Receive(_input.AsMemory(_filled));

    private void FinishReceive()
    {
        var transport = _transport!;
        _isReceiving = false;
        for (var round = 0; ; round++)
        {
            if (!TakeReceived(transport)) return;
            MakeRoom();
            if (Receive()) return;
            if (round == RoundsBeforeYield) { Yield(transport); return; }
        }
    }

    /// <summary>Handles the bytes of one receive; false when this connection has ended.</summary>
    private bool TakeReceived(Transport transport)
    {
        if (transport.ReceiveError != RequestErrorKind.None)
        {
            Close(transport.ReceiveError, transport.ErrorText, byPeer: true);
            return false;
        }
        if (transport.Received == 0) { FinishClosedByPeer(); return false; }
        _filled += transport.Received;
        if (!Consume()) return false;
        Flush();
        return ReferenceEquals(transport, _transport);
    }

    /// <summary>
    /// Continues on another thread of the pool, so that a peer that always answers at once does not keep this thread from other
    /// connections.
    /// </summary>
    private void Yield(Transport transport)
    {
        _yielded = transport;
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Continues with the bytes that were received before a yield.</summary>
    public void Execute() => OnFinished(_yielded!, TransportEvent.Received);

    /// <summary>Parses the bytes that have arrived; false when the connection has ended.</summary>
    private bool Consume()
    {
        if (IsRepeated(out var known)) return FinishRepeated(known);
        var offset = 0;
        while (_ring.Count > _unsent)
        {
            if (!_isParsing) BeginAnswer();
            var found = _parser.Read(_input.AsSpan(offset, _filled - offset), out var consumed, out var bodyBytes);
            Observe(found, _input.AsSpan(offset, consumed), bodyBytes);
            offset += consumed;
            if (found == ParseEvent.NeedMore) break;
            if (found == ParseEvent.Failed) { CloseOverProtocol(_parser.Fault, offset); return false; }
            if (found != ParseEvent.Complete) continue;
            if (offset < _filled && _ring.Count - _unsent == 1) { CloseOverProtocol(ResponseFault.UnexpectedBytes, offset); return false; }
            if (_bytesOfAnswer == offset && _parser.KeepAlive) _worker.LastAnswers[_ring[0].Step].Keep(_input.AsSpan(0, offset), Outcome());
            if (!FinishAnswer(Outcome())) return false;
        }
        return KeepRest(offset);
    }

    /// <summary>Whether the received bytes equal the last answer of this step, whose outcome is known.</summary>
    private bool IsRepeated(out Answer known)
    {
        known = default;
        return !_isParsing && _ring.Count - _unsent == 1
            && _worker.LastAnswers[_ring[0].Step].TryMatch(_input.AsSpan(0, _filled), out known);
    }

    private bool FinishRepeated(in Answer known)
    {
        _filled = 0;
        return FinishAnswer(known);
    }

    private Answer Outcome() => new(_parser.Status, _parser.HasLocation, _bytesOfAnswer,
        _checkProgress.Length == 0 ? 0 : _worker.Checks.Finish(_checkProgress, _bytesOfBody), _parser.KeepAlive);

    private bool KeepRest(int offset)
    {
        _filled -= offset;
        if (_filled == 0) return true;
        if (offset > 0) Buffer.BlockCopy(_input, offset, _input, 0, _filled);
        // The bytes belong to no request, so no later byte on this connection can be trusted.
        if (_ring.Count == _unsent) { CloseOverProtocol(ResponseFault.UnexpectedBytes, 0); return false; }
        return true;
    }

    private void Observe(ParseEvent found, ReadOnlySpan<byte> consumed, int bodyBytes)
    {
        _bytesOfAnswer += consumed.Length;
        _bytesOfBody += bodyBytes;
        if (found == ParseEvent.Head) _target.Answered(_parser.IsHttp10);
        if (_checkProgress.Length == 0) return;
        if (found == ParseEvent.Head) _worker.Checks.OnHead(_checkProgress, _parser.Status, consumed);
        if (bodyBytes > 0 && _worker.Checks.ReadsBody) _worker.Checks.OnBody(_checkProgress, consumed[^bodyBytes..]);
    }

    private void BeginAnswer()
    {
        _parser.Reset(_ring[0].Request.IsHead, _target.Options.MaxHeadBytes);
        _isParsing = true;
        _bytesOfAnswer = _bytesOfBody = 0;
    }

    /// <summary>Finishes the oldest request, whose answer is complete; false when the connection ends with it.</summary>
    private bool FinishAnswer(in Answer answer)
    {
        var now = _worker.Clock.NowNanos;
        var user = _ring.Take();
        _isParsing = false;
        _answers++;
        var goesOn = answer.KeepAlive && _target.Options.ReuseConnections;
        if (_isSending && _ring.Count == _unsent) _earlyAnswerAt = now;
        if (!goesOn)
        {
            _wasLost = !answer.KeepAlive && _target.Options.ReuseConnections;
            Drop();
            SendBehindAgain();
        }
        var next = _worker.Answered(user, now, answer, this);
        if (next is not null) Add(next);
        if (!goesOn) Flush();
        return goesOn;
    }

    /// <summary>Makes room for the next bytes: a head must be contiguous, and a large body is read in large pieces.</summary>
    private void MakeRoom()
    {
        if (_filled == 0 && _input.Length < LargeBuffer && _transport!.Received == _input.Length) Grow(LargeBuffer);
        else if (_filled == _input.Length) Grow(_input.Length * 2);
    }

    private void Grow(int length)
    {
        var larger = new byte[length];
        Buffer.BlockCopy(_input, 0, larger, 0, _filled);
        _input = larger;
    }
}
