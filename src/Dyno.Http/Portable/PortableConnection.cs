using Dyno.Http.Connections;
using Dyno.Http.Parsing;
using Dyno.Http.Templates;

namespace Dyno.Http.Portable;

/// <summary>
/// One connection slot of a worker: opens on demand, sends the requests of its virtual users, matches answers in order, and opens again
/// after a close. Guarded by its own lock, which is rarely contended: the callbacks of one socket arrive one after another, and the
/// worker's thread takes the lock only for starts, timeouts and cuts. This file has the calls from outside; opening, sending, receiving
/// and ending have their own files.
/// </summary>
internal sealed partial class PortableConnection : ITransportOwner, IThreadPoolWorkItem
{
    private const int SmallBuffer = 4 * 1024;
    private const long EarlyAnswerNanos = 50_000_000; // the completion of the send may still be on its way

    private readonly Lock _lock = new();
    private readonly PortableWorker _worker;
    private readonly PortableTarget _target;
    private readonly RequestRing _ring;
    private readonly List<VirtualUserState> _line = []; // requests to be sent again
    private readonly int[] _checkProgress;
    private byte[] _input = new byte[SmallBuffer];
    private byte[] _output = [];
    private ValueMaker? _values;  // created when a request first needs it
    private int _filled;
    private Transport? _transport;
    private State _state;
    private ResponseParser _parser;
    private int _unsent;          // requests at the end of the ring that no send has taken yet
    private bool _isSending;
    private bool _isReceiving;
    private long _bytesSent;      // since the last recording
    private long _sent;           // on this transport
    private Transport? _yielded;
    private bool _isParsing;      // whether the parser is within the oldest request's answer
    private long _bytesOfAnswer;
    private long _bytesOfBody;
    private int _answers;         // number of answers on this transport
    private EndpointTrial _trial; // the addresses tried for this transport
    private long _earlyAnswerAt;  // when an answer arrived before its request was sent completely; 0 otherwise
    private bool _wasLost;        // whether the server closed the previous connection
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

    /// <summary>When <see cref="Expire"/> is next due. Read without the lock.</summary>
    public long DeadlineNanos => Volatile.Read(ref _deadline);

    /// <summary>Accepts the current request of a virtual user.</summary>
    public void Submit(VirtualUserState user)
    {
        lock (_lock)
        {
            // A cut sets the flag first and then visits the connections, so either this check sees the flag or the visit sees the request.
            if (_worker.IsCutting) return;
            if (user.IsCut) { _worker.Interrupted(user); return; }
            Add(user);
            Flush();
            SetDeadline();
        }
    }

    /// <summary>Opens the connection before its first request, so that a scheduled request need not wait for it.</summary>
    public void Prepare()
    {
        lock (_lock)
        {
            if (_state == State.Closed) Open();
            SetDeadline();
        }
    }

    /// <summary>Handles an expired deadline: a timeout, or the end of a pause. Called by the worker's thread.</summary>
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

    /// <summary>
    /// Ends the iteration of a virtual user if its request is on this connection, and closes the connection, because the answer may still
    /// arrive.
    /// </summary>
    public void Cut(VirtualUserState user)
    {
        lock (_lock)
        {
            var place = _ring.Remove(user);
            if (place < 0) return;
            if (place >= _ring.Count + 1 - _unsent) _unsent--;
            GiveUpAnswer();
            Drop();
            SendBehindAgain();
            _worker.Interrupted(user);
            Flush();
            SetDeadline();
        }
    }

    /// <summary>Discards the requests in flight and closes the connection if there were any; an idle connection stays open.</summary>
    public void Abandon()
    {
        lock (_lock)
        {
            if (_ring.Count == 0) return;
            GiveUpAnswer();
            Clear();
        }
    }

    /// <summary>Closes the connection for good and discards its requests in flight.</summary>
    public void Dispose()
    {
        lock (_lock) Clear();
    }

    public void OnFinished(Transport transport, TransportEvent what)
    {
        lock (_lock)
        {
            if (!ReferenceEquals(transport, _transport)) return; // an operation of a transport that was closed meanwhile
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

    private void Clear()
    {
        while (_ring.Count > 0) _ring.Take();
        _unsent = 0;
        Drop();
        SetDeadline();
    }

    private void SetDeadline() =>
        Volatile.Write(ref _deadline, _state switch
        {
            State.Opening => OpeningDeadline(),
            State.Pausing => _openedAt + _pauseNanos,
            State.Open when _earlyAnswerAt > 0 => _earlyAnswerAt + EarlyAnswerNanos,
            State.Open when _ring.Count > 0 => _ring[0].Deadline,
            _ => long.MaxValue,
        });
}
