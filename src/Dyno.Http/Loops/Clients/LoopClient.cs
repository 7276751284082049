namespace Dyno.Http;

/// <summary>
/// HTTP on a worker's own thread, for scenarios in code: sends at once on the calling thread, receives in the worker's
/// loop, and continues the code there. A request thus costs one send, one receive and a share of a wait, and no thread
/// switch. HTTP/1.1 without TLS is this class's own; everything else goes over wire clients on a loop inside this one. This part is
/// the loop; the other parts of the class hold connections, answers and wire clients.
/// </summary>
/// <remarks>
/// Code that blocks the worker's thread would wait forever for an answer that only this thread can read. A timer
/// prevents that: when the loop has stood still for <see cref="HeldUpNanos"/> with requests in flight, a pool thread
/// turns the loop until the worker's thread is free again. A lock guards their shared state; code is called outside the lock.
/// </remarks>
public sealed unsafe partial class LoopClient : IWorkerIo
{
    private const int EventCapacity = 256;
    private const long HeldUpNanos = 75_000_000; // an idle worker turns its loop every 50 ms
    private const int KnownTargets = 256;
    private const int QuickDeliveriesPerLook = 16; // number of short callbacks that share one reading of the clock
    private const long SlowNanos = 1_000_000;
    private const long MaxTicks = TimeSpan.TicksPerDay * 10_000;
    private const ulong WakeTag = ulong.MaxValue;
    private const ulong InnerTag = ulong.MaxValue - 1;
    private static readonly Func<EngineClock, int, IWorkerIo> Maker = static (clock, wakeFile) => new LoopClient(clock, wakeFile);

    private readonly EngineClock _clock;
    private readonly Lock _gate = new();
    private readonly NativeArray<EpollEvent> _slept = new(EventCapacity);  // written by Sleep
    private readonly NativeArray<EpollEvent> _looked = new(EventCapacity); // written under the lock
    private readonly NativeArray<byte> _buffer = new(BufferBytes);
    private readonly ComposedRequest _lines = new();
    private readonly DeadlineList _deadlines = new();
    private readonly Queue<LoopExchange> _ended = new();
    private readonly ConcurrentQueue<LoopExchange> _cancelled = new();
    private readonly ConcurrentQueue<LoopOrigin> _resolved = new();
    private readonly Action<LoopOrigin> _whenResolved;
    private readonly Dictionary<HttpOrigin, LoopOrigin> _origins = [];
    private readonly LoopTarget?[] _targets = new LoopTarget?[KnownTargets];
    private readonly ITimer _care;
    private readonly EpollWait _wait;
    private readonly int _epoll;
    private int _deliveriesPerLook = 1;
    private int _sleptCount;
    private int _pending;
    private long _gotOnNanos; // set on the worker's thread, not on the pool thread
    private long _heldNanos;
    private bool _isDisposed;

    private LoopClient(EngineClock clock, int wakeFile)
    {
        (_clock, _whenResolved) = (clock, _resolved.Enqueue);
        _epoll = Libc.epoll_create1(EpollFlags.CloseOnExec);
        if (_epoll < 0) throw new UserFault($"cannot create an event loop: {Errno.Describe(Errno.Last)}", "raise the limit of open files (ulimit -n)");
        _wait = new EpollWait(_epoll, EpollWait.IsPrecise);
        // Edge-triggered: each wake-up is a new event, and the file need not be read.
        var watch = new EpollEvent { Events = EpollFlags.In | EpollFlags.EdgeTriggered, Tag = WakeTag };
        _ = Libc.epoll_ctl(_epoll, EpollFlags.Add, wakeFile, &watch);
        var period = TimeSpan.FromMilliseconds(250);
        _care = clock.Provider.CreateTimer(static client => ((LoopClient)client!).TurnWhenHeldUp(), this, period, period);
    }

    /// <summary>
    /// The client of the worker whose phase runs on the calling thread, created at the first call; null on any other thread and
    /// on systems without epoll. Disposed with the worker: exchanges in flight then end as closed.
    /// </summary>
    public static LoopClient? OfThisThread() => AsyncWorker.Current is { } worker ? (LoopClient?)(OnThis(worker)) : null;

    public long NextNanos
    {
        get { lock (_gate) return _ended.Count > 0 || _againCount > 0 ? 0 : Math.Min(_deadlines.NextNanos, _inner?.NextNanos ?? long.MaxValue); }
    }

    /// <summary>
    /// The longest time, in nanoseconds, for which code held the calling worker's thread after an answer, since the last call of
    /// this method; 0 for none.
    /// </summary>
    public static long TakeHeldNanos()
    {
        if (AsyncWorker.Current?.Io is not LoopClient { _heldNanos: > 0 } loop) return 0;
        return Interlocked.Exchange(ref loop._heldNanos, 0);
    }

    /// <summary>
    /// Sends a request; <see cref="LoopExchange.Ended"/> is called when the exchange is over, and may send it on after a redirect. On the
    /// worker's thread.
    /// </summary>
    public void Send(LoopExchange exchange)
    {
        var now = _clock.NowNanos;
        lock (_gate)
        {
            exchange.Target = TargetOf(exchange.Url);
            if (Begin(exchange, now)) Place(exchange, now);
        }
    }

    /// <summary>Gives up an exchange: it ends as timed out, and its connection is closed. On any thread.</summary>
    public void Cancel(LoopExchange exchange)
    {
        _cancelled.Enqueue(exchange); // seen in the next turn, after 50 ms at the latest: no caller waits for it
    }

    public void Sleep(long nanos) => _sleptCount = _wait.For(_slept.At(0), EventCapacity, nanos);

    public void Handle()
    {
        lock (_gate)
        {
            Turn(_slept.At(0), _sleptCount);
            _sleptCount = 0;
        }
        Volatile.Write(ref _gotOnNanos, _clock.NowNanos);
        Deliver();
    }

    public void Dispose()
    {
        lock (_gate)
        {
            if (_isDisposed) return;
            _isDisposed = true;
            _care.Dispose();
            while (_deadlines.Any is { } exchange) Abandon(exchange, RequestErrorKind.Closed, RunIsOver);
            CloseAll();
            CloseInner();
            _ = Libc.close(_epoll);
            _slept.Dispose();
            _looked.Dispose();
            _buffer.Dispose();
        }
        ThreadPool.UnsafeQueueUserWorkItem(static client => client.EndRest(), this, preferLocal: false);
    }

    private const string RunIsOver = "the run ended before the answer came";

    private static IWorkerIo? OnThis(AsyncWorker worker) => OperatingSystem.IsLinux() ? worker.IoOf(Maker) : null;

    // Under the lock.
    private void Turn(EpollEvent* events, int count)
    {
        if (_isDisposed) return;
        if (count == 0 && _pending > 0) count = _wait.For(events = _looked.At(0), EventCapacity, 0);
        for (var i = 0; i < count; i++)
        {
            var received = EpollEvent.At(events, i);
            OnEvent(received->Tag, received->Events);
        }
        if (_againCount > 0) ReadAgain();
        while (_cancelled.TryDequeue(out var exchange))
            if (!exchange.IsOver) Abandon(exchange, RequestErrorKind.Timeout, "cancelled");
        while (_resolved.TryDequeue(out var origin)) Advance(origin);
        if (_closingsSeen != WireNetwork.Closings) CloseWires();
        var now = _clock.NowNanos;
        if (_inner is not null && (_hasInnerEvents || now >= _inner.NextNanos)) TurnInner(_inner);
        while (_deadlines.Due(now) is { } exchange) Abandon(exchange, RequestErrorKind.Timeout, "no complete answer within the time-out");
    }

    /// <summary>
    /// Continues the code that waits for ended exchanges. Called outside the lock, because the code may send, or block. Called after
    /// all answers of a turn have been read: requests sent close together wake the server once ("scenarios": one by one cost a tenth more).
    /// </summary>
    private void Deliver()
    {
        var before = Volatile.Read(ref _gotOnNanos);
        var deliveries = 0;
        while (TakeEnded() is { } exchange)
        {
            exchange.Ended();
            if (++deliveries < _deliveriesPerLook) continue;
            before = GotOn(before, deliveries);
            deliveries = 0;
        }
        if (deliveries > 0) GotOn(before, deliveries);
    }

    // Quick callbacks share one reading of the clock. Slow callbacks are timed one by one, to find how long one held the thread.
    private long GotOn(long before, int deliveries)
    {
        var now = _clock.NowNanos;
        if (deliveries == 1 && now - before > _heldNanos) Volatile.Write(ref _heldNanos, now - before);
        _deliveriesPerLook = now - before < SlowNanos ? QuickDeliveriesPerLook : 1;
        Volatile.Write(ref _gotOnNanos, now);
        return now;
    }

    private void EndRest()
    {
        while (TakeEnded() is { } exchange) exchange.Ended();
    }

    private LoopExchange? TakeEnded()
    {
        lock (_gate) return _ended.TryDequeue(out var exchange) ? exchange : null;
    }

    // Called by the timer, on a pool thread.
    private void TurnWhenHeldUp()
    {
        var gotOn = Volatile.Read(ref _gotOnNanos);
        if (Volatile.Read(ref _pending) == 0 || _clock.NowNanos - gotOn < HeldUpNanos) return;
        lock (_gate) Turn(_looked.At(0), 0);
        while (Volatile.Read(ref _gotOnNanos) == gotOn && TakeEnded() is { } exchange) exchange.Ended();
    }

    private LoopTarget TargetOf(Uri url)
    {
        ref var known = ref _targets[RuntimeHelpers.GetHashCode(url) & (KnownTargets - 1)];
        if (known is not null && ReferenceEquals(known.Url, url)) return known;
        var origin = HttpOrigin.Of(url);
        if (!_origins.TryGetValue(origin, out var at)) _origins[origin] = at = new LoopOrigin(origin);
        return known = new LoopTarget(url, at);
    }

    // False when the run is over, and with it the exchange. Where it is sent on, its clock runs on.
    private bool Begin(LoopExchange exchange, long now)
    {
        if (exchange.LastNanos == 0) exchange.LastNanos = now + Math.Min(exchange.Timeout.Ticks, MaxTicks) * 100;
        exchange.DueNanos = exchange.LastNanos;
        _deadlines.Add(exchange);
        _pending++;
        if (_isDisposed) Finish(exchange, RequestErrorKind.Closed, RunIsOver);
        return !_isDisposed;
    }

    /// <summary>Ends an exchange and queues its callback.</summary>
    private void Finish(LoopExchange exchange, RequestErrorKind error, string text)
    {
        (exchange.Error, exchange.ErrorText, exchange.IsOver, exchange.Connection) = (error, text, true, null);
        if (error != RequestErrorKind.None) exchange.Head = null;
        _deadlines.Remove(exchange);
        _pending--;
        _ended.Enqueue(exchange);
    }

    /// <summary>Ends an exchange in any state. Its connection is closed, because a late answer would be taken for the next one.</summary>
    private void Abandon(LoopExchange exchange, RequestErrorKind error, string text)
    {
        if (exchange.Connection is { } connection)
        {
            exchange.BytesReceived = connection.Received;
            connection.Exchange = null;
            Close(connection);
        }
        Finish(exchange, error, text);
        exchange.Call?.Cut();
    }
}
