// One file because a connection is one state machine under one lock: split, its transitions could not be checked by eye.
using Dyno.Http.Connections;
using Dyno.Http.Parsing;
using Dyno.Http.Templates;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>
/// One connection slot of a worker: opens on demand, sends what its virtual users give it, matches answers in order, and
/// opens again after a close. Guarded by its own lock, which is free nearly always: the callbacks of one socket come one
/// after another, and the worker's thread looks in only for starts, time-outs and cuts.
/// </summary>
internal sealed class PortableConnection : ITransportOwner, IThreadPoolWorkItem
{
    private const int SmallBuffer = 4 * 1024;
    private const int LargeBuffer = 64 * 1024;
    private const int RoundsBeforeYield = 64;
    private const long FirstPauseNanos = 10_000_000;
    private const long LongestPauseNanos = 500_000_000;
    private const long BacklogNanos = 2_000_000;
    private const long EarlyAnswerNanos = 50_000_000; // the news that the send is done may only be on its way
    private const string GivenUp = "closed because an earlier request on the same connection ended it";

    private readonly Lock _lock = new();
    private readonly PortableWorker _worker;
    private readonly PortableTarget _target;
    private readonly RequestRing _ring;
    private readonly List<VirtualUserState> _line = []; // to be sent again
    private readonly int[] _checkProgress;
    private byte[] _input = new byte[SmallBuffer];
    private byte[] _output = [];
    private ValueMaker? _values;  // made when a request first needs one
    private int _filled;
    private Transport? _transport;
    private State _state;
    private ResponseParser _parser;
    private int _unsent;          // requests at the end of the ring that no send has taken yet
    private bool _isSending;
    private bool _isReceiving;
    private long _bytesSent;      // not recorded yet
    private Transport? _yielded;
    private bool _isParsing;      // the parser stands within the oldest request's answer
    private long _bytesOfAnswer;
    private long _bytesOfBody;
    private int _answers;         // on this transport
    private EndpointTrial _trial; // the addresses tried for this transport
    private long _earlyAnswerAt;  // when an answer came before its request was out; 0 otherwise
    private bool _wasLost;        // the server closed the one before
    private long _openedAt;       // when opening or pausing began
    private long _pauseNanos;
    private long _retryAt;        // when a Unix socket with a full backlog is tried again
    private long _deadline = long.MaxValue;

    public PortableConnection(PortableWorker worker, PortableTarget target, int depth)
    {
        _worker = worker;
        _target = target;
        _ring = new RequestRing(depth);
        _checkProgress = new int[worker.Checks.Count];
    }

    private enum State { Closed, Opening, Open, Pausing }

    /// <summary>When <see cref="Expire"/> has something to do. Read without the lock.</summary>
    public long DeadlineNanos => Volatile.Read(ref _deadline);

    /// <summary>Takes the current request of a virtual user.</summary>
    public void Submit(VirtualUserState user)
    {
        lock (_lock)
        {
            // Whoever cuts sets the flag first and then looks through the connections: one of the two sees the other.
            if (_worker.IsCutting) return;
            if (user.IsCut) { _worker.Interrupted(user); return; }
            Add(user);
            Flush();
            SetDeadline();
        }
    }

    /// <summary>Opens before the first request, where a schedule must not wait for it.</summary>
    public void Prepare()
    {
        lock (_lock)
        {
            if (_state == State.Closed) Open();
            SetDeadline();
        }
    }

    /// <summary>Ends what is overdue. Called by the worker's thread.</summary>
    public void Expire(long now)
    {
        lock (_lock)
        {
            if (now < _deadline) return;
            if (_state == State.Pausing) Resume();
            else if (_state == State.Opening) ExpireOpening(now);
            else if (_earlyAnswerAt > 0) Restart();
            else ExpireOldest(now);
            SetDeadline();
        }
    }

    /// <summary>Ends the iteration of a virtual user if its request is here, and closes: its answer may still come.</summary>
    public void Cut(VirtualUserState user)
    {
        lock (_lock)
        {
            var place = _ring.Remove(user);
            if (place < 0) return;
            if (place >= _ring.Count + 1 - _unsent) _unsent--;
            GiveUpAnswer();
            Drop();
            ResendOrFail(RequestErrorKind.Closed, GivenUp, maySend: true);
            _worker.Interrupted(user);
            Flush();
            SetDeadline();
        }
    }

    /// <summary>Forgets what is in flight, and closes if there was anything; an idle connection stays open.</summary>
    public void Abandon()
    {
        lock (_lock)
        {
            if (_ring.Count == 0) return;
            GiveUpAnswer();
            Clear();
        }
    }

    /// <summary>Closes for good, with whatever is in flight.</summary>
    public void Dispose()
    {
        lock (_lock) Clear();
    }

    /// <summary>Goes on with what was received before a yield.</summary>
    public void Execute() => OnFinished(_yielded!, TransportEvent.Received);

    public void OnFinished(Transport transport, TransportEvent what)
    {
        lock (_lock)
        {
            if (!ReferenceEquals(transport, _transport)) return; // an operation of a connection that was closed meanwhile
            switch (what)
            {
                case TransportEvent.Opened: FinishOpen(); break;
                case TransportEvent.Sent: FinishSend(); break;
                default: FinishReceive(); break;
            }
            SetDeadline();
        }
        _worker.SubmitReady();
    }

    /// <summary>Bytes sent since the last call.</summary>
    public long TakeBytesSent()
    {
        var bytes = _bytesSent;
        _bytesSent = 0;
        return bytes;
    }

    private void Add(VirtualUserState user)
    {
        _ring.Add(user);
        _unsent++;
    }

    /// <summary>Sends what has not been sent, opening first where needed.</summary>
    private void Flush()
    {
        if (_unsent == 0 || _isSending || _state == State.Opening) return;
        // A start of the open model is paced by its schedule: it is tried, and fails, at its own time.
        if (_state == State.Pausing && !_worker.IsPaced(_ring[0])) return;
        if (_state == State.Pausing) _state = State.Closed;
        if (_state == State.Closed) { Open(); return; }
        var bytes = TakeUnsent();
        _bytesSent += bytes.Length;
        _isSending = true;
        if (!_transport!.Send(bytes)) FinishSend();
    }

    private ReadOnlyMemory<byte> TakeUnsent()
    {
        var first = _ring.Count - _unsent;
        var count = _unsent;
        _unsent = 0;
        var now = _worker.Clock.NowNanos;
        for (var i = first; i < first + count; i++) MarkSent(_ring[i], now);
        var only = _ring[first];
        if (count == 1 && !only.Request.HasSlots) return only.Request.Fixed;
        var length = 0;
        for (var i = first; i < first + count; i++) length += _ring[i].Request.MaxLength;
        if (_output.Length < length) _output = new byte[length];
        length = 0;
        _values ??= _worker.CreateValues();
        for (var i = first; i < first + count; i++) length += _ring[i].Request.Write(_ring[i].Row, _output.AsSpan(length), _values);
        return _output.AsMemory(0, length);
    }

    private void MarkSent(VirtualUserState user, long now)
    {
        if (!user.IsRetried) user.RequestStart = now;
        user.Deadline = user.RequestStart + _target.TimeoutNanos;
    }

    private void FinishSend()
    {
        _isSending = false;
        _earlyAnswerAt = 0;
        if (_transport!.SendError != RequestErrorKind.None) Close(_transport.SendError, _transport.ErrorText, byPeer: true);
        else if (_unsent > 0) Flush();
    }

    private void Open()
    {
        _trial = _target.Endpoints.Begin();
        OpenCurrent();
    }

    private void OpenCurrent()
    {
        _openedAt = _worker.Clock.NowNanos;
        // A request that never goes out fails with the time its connection took, not with the pause before it.
        for (var i = 0; i < _ring.Count; i++)
            if (!_ring[i].IsRetried) _ring[i].RequestStart = _openedAt;
        Attempt();
    }

    private void Attempt()
    {
        _state = State.Opening;
        _retryAt = long.MaxValue;
        _transport = _target.CreateTransport(this, _worker.Clock);
        if (!_transport.Open(_trial.Current)) FinishOpen();
    }

    private void FinishOpen()
    {
        var transport = _transport!;
        if (transport.IsBacklogFull)
        {
            transport.Dispose();
            _retryAt = _worker.Clock.NowNanos + BacklogNanos;
            return;
        }
        if (transport.SendError != RequestErrorKind.None) { FailToOpen(transport.SendError, transport.ErrorText); return; }
        var took = _worker.Clock.NowNanos - _openedAt;
        _target.Opened(transport);
        _target.Endpoints.Worked(_trial.Current);
        _worker.Connected(took - transport.TlsNanos, transport.TlsNanos, _wasLost);
        (_wasLost, _pauseNanos) = (false, 0);
        (_answers, _filled, _isParsing) = (0, 0, false);
        _state = State.Open;
        Flush();
        if (ReferenceEquals(transport, _transport) && !Receive()) FinishReceive();
    }

    private void ExpireOpening(long now)
    {
        if (now < _openedAt + _target.ConnectTimeoutNanos) { Attempt(); return; } // the backlog may have room now
        var isHandshake = _transport!.IsHandshaking;
        if (isHandshake) FailToOpen(RequestErrorKind.Tls, ErrorKinds.SilentTls(_target.Options.ConnectTimeout));
        else FailToOpen(RequestErrorKind.Unreachable, $"timed out after {_target.Options.ConnectTimeout.TotalSeconds} s");
    }

    private void FailToOpen(RequestErrorKind kind, string text)
    {
        if (_target.Endpoints.IsUnix && kind == RequestErrorKind.Exhausted) kind = RequestErrorKind.Refused; // no such file
        Drop();
        var failed = _trial.Current;
        var isReachFault = kind is RequestErrorKind.Refused or RequestErrorKind.Unreachable;
        if (isReachFault && _trial.MoveNext()) { OpenCurrent(); return; } // another address may answer
        // A refusal costs microseconds: without a pause a loop would be a storm of them.
        _pauseNanos = Math.Min(LongestPauseNanos, Math.Max(FirstPauseNanos, _pauseNanos * 2));
        _state = State.Pausing;
        _openedAt = _worker.Clock.NowNanos;
        FailAll(kind, $"no connection to {failed}: {text}");
    }

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

    /// <summary>Handles what one receive brought; false when this connection is over.</summary>
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

    /// <summary>A peer that always answers at once must not keep this thread from the other connections.</summary>
    private void Yield(Transport transport)
    {
        _yielded = transport;
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
    }

    /// <summary>Reads the answers among the bytes that have arrived; false when the connection is over.</summary>
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

    /// <summary>What has arrived equals the last answer of this step: what it means is known.</summary>
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
        // Bytes that belong to no request: nothing after them on this connection could be trusted.
        if (_ring.Count == _unsent) { CloseOverProtocol(ResponseFault.UnexpectedBytes, 0); return false; }
        return true;
    }

    private void CloseOverProtocol(ResponseFault fault, int consumed)
    {
        var text = $"{fault.Describe()}: {Excerpt.Of(_input.AsSpan(0, _filled))}";
        _filled -= consumed; // counted with its answer already
        Close(RequestErrorKind.Protocol, text);
    }

    /// <summary>What has come of the oldest request's answer, which will not become whole.</summary>
    private long Unfinished => (_isParsing ? _bytesOfAnswer : 0) + _filled;

    private void GiveUpAnswer() => _worker.Unfinished(Unfinished);

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

    /// <summary>The oldest request has its answer; false when the connection ends with it.</summary>
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
            ResendOrFail(RequestErrorKind.Closed, GivenUp, maySend: true);
        }
        var next = _worker.Answered(user, now, answer, this);
        if (next is not null) Add(next);
        if (!goesOn) Flush();
        return goesOn;
    }

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
    /// A request that went out on a reused connection without a byte of its answer met a stale keep-alive, or stood in
    /// line behind one that ended the connection: when it is idempotent it is sent once more on a new connection, its
    /// clock running on (RFC 9112, 9.3.1). Every other one fails.
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

    private void Resume()
    {
        _state = State.Closed;
        Flush();
    }

    private void FailAll(RequestErrorKind kind, string text)
    {
        var now = _worker.Clock.NowNanos;
        while (_ring.Count > 0) _worker.Failed(_ring.Take(), now, kind, text, this);
        _unsent = 0;
    }

    private void Clear()
    {
        while (_ring.Count > 0) _ring.Take();
        _unsent = 0;
        Drop();
        SetDeadline();
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

    /// <summary>Room for the next bytes: heads must lie flat, and a large body is read in large pieces.</summary>
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

    private void SetDeadline() =>
        Volatile.Write(ref _deadline, _state switch
        {
            State.Opening => Math.Min(_retryAt, _openedAt + _target.ConnectTimeoutNanos),
            State.Pausing => _openedAt + _pauseNanos,
            State.Open when _earlyAnswerAt > 0 => _earlyAnswerAt + EarlyAnswerNanos,
            State.Open when _ring.Count > 0 => _ring[0].Deadline,
            _ => long.MaxValue,
        });
}
