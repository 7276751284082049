using Dyno.Http.Checks;
using Dyno.Http.Connections;
using Dyno.Http.Templates;
using Dyno.Load.Engine;

namespace Dyno.Http.Portable;

/// <summary>
/// Runs virtual users over .NET's sockets. In a closed loop over plain http, the worker's own thread does all the work, see
/// <see cref="ReadinessPoll"/>. Otherwise completions arrive on the threads of the socket engine, which continue the work; the worker's
/// thread then only starts iterations that are due, ends what has timed out, and sleeps. One lock guards scheduler, recorder and virtual
/// users. It is held for a fraction of a microsecond per request and never during a system call. Lock order: a connection's lock, then
/// the worker's.
/// </summary>
internal sealed class PortableWorker : IWorker
{
    private static int _running; // running portable workers of this process, which share its CPU time evenly
    private readonly Lock _lock = new();
    private readonly WorkerContext _context;
    private readonly VirtualUserState[] _users;
    private readonly PortableConnection[] _connections;
    private readonly Queue<VirtualUserState> _ready = new();
    private readonly PriorityQueue<VirtualUserState, long> _delayed = new();
    private readonly IterationFlow _flow;
    private readonly WorkerPause _pause;
    private readonly FileBudget _files;
    private readonly bool _canPoll;
    private volatile bool _isCutting;
    private bool _cutsAtEnd; // WorkerPhase.CutsAtEnd when everything was cut
    private bool _isDisposed;
    private volatile int _readyCount;
    private int _valueMakers;

    public PortableWorker(PortableWorkload workload, WorkerContext context)
    {
        _context = context;
        _files = workload.Files;
        _canPoll = workload.Targets.All(t => t.CanPoll); // other connections continue on other threads, and must not wait for this thread
        Poll = new ReadinessPoll(context.Clock);
        Checks = workload.CheckSet;
        var depth = workload.Session.Options.PipelineDepth;
        var groups = (context.MaxVirtualUsers + depth - 1) / depth;
        var byGroup = new PortableConnection[groups][];
        for (var g = 0; g < groups; g++) byGroup[g] = [.. workload.Targets.Select(t => new PortableConnection(this, t, depth))];
        _connections = [.. byGroup.SelectMany(c => c)];
        _flow = new IterationFlow(workload.Session, context);
        LastAnswers = [.. workload.Session.Requests.Select(_ => new LastAnswer())];
        _users = [.. Enumerable.Range(0, context.MaxVirtualUsers).Select(i => _flow.CreateUser(i, byGroup[i / depth]))];
        _pause = new WorkerPause(context.Clock, context.WaitStrategy);
    }

    public EngineClock Clock => _context.Clock;

    public CheckSet Checks { get; }

    /// <summary>The last answer of each step.</summary>
    public LastAnswer[] LastAnswers { get; }

    /// <summary>The poll for connections that are busy all the time.</summary>
    public ReadinessPoll Poll { get; }

    /// <summary>Whether everything in flight is being cut.</summary>
    public bool IsCutting => _isCutting;

    /// <summary>Creates a source of generated values for one connection, because connections send concurrently. Thread-safe.</summary>
    public ValueMaker CreateValues() => new(
        new Random(unchecked((int)_context.Seed + Interlocked.Increment(ref _valueMakers) * 0x3C6EF372)), Clock.Provider);

    /// <summary>The number of a virtual user over all workers.</summary>
    public int NumberOf(VirtualUserState user) => user.Index * _context.Count + _context.Index;

    private WorkerPhase Phase { get; set; } = null!;

    public void Run(WorkerPhase phase)
    {
        lock (_lock)
        {
            Phase = phase;
            _flow.Begin(phase);
            _isCutting = _cutsAtEnd = false;
        }
        Poll.Begin(_canPoll && !phase.Scheduler.IsOpen && _flow.DelayNanos == 0);
        Interlocked.Increment(ref _running);
        try
        {
            using var activity = new ProcessActivity(Clock, phase.Activity, static () => Volatile.Read(ref _running), () => _pause.SpunNanos);
            RunUntilOver(phase, activity);
        }
        finally
        {
            Interlocked.Decrement(ref _running);
        }
    }

    private void RunUntilOver(WorkerPhase phase, ProcessActivity activity)
    {
        if (phase.Scheduler.IsOpen) Prepare();
        var scanAt = 0L;
        while (true)
        {
            var now = Clock.NowNanos;
            if (phase.Signals.IsAborting || now >= phase.CutNanos) { CutEverything(); return; }
            CutSome(now);
            Start(now);
            if (now >= scanAt)
            {
                Expire(now);
                activity.Sample(now);
                scanAt = now + ScanNanos;
            }
            if (_flow.DelayNanos > 0) FreePaused(now);
            if (IsOver(now)) return;
            var latest = Math.Min(scanAt, phase.CutNanos);
            var next = NextNanos(now, latest);
            if (Poll.HasWaiting) Poll.Turn(Math.Min(next, latest), phase.Activity);
            else _pause.Until(Math.Min(next, latest), next <= latest, phase.Activity);
        }
    }

    /// <summary>Opens the connections of pre-allocated virtual users before they are needed.</summary>
    private void Prepare()
    {
        for (var i = 0; i < Math.Min(_context.PreAllocatedVirtualUsers, _users.Length); i++)
            foreach (var connection in _users[i].Connections) connection.Prepare();
    }

    public void Dispose()
    {
        if (_isDisposed) return;
        _isDisposed = _isCutting = true;
        foreach (var connection in _connections) connection.Dispose();
        _pause.Dispose();
        _files.Release(_connections.Length);
    }

    /// <summary>
    /// The interval, in nanoseconds, at which every connection is checked for timeouts. A timeout is recorded at its deadline, however
    /// late it is detected.
    /// </summary>
    private long ScanNanos => _connections.Length > 1000 ? 50_000_000 : 10_000_000;

    /// <summary>Whether the schedule sets the time of a virtual user's current request, instead of the end of another request.</summary>
    public bool IsPaced(VirtualUserState user) => Phase.Scheduler.IsOpen && user.Position == 1;

    /// <summary>Records that a connection was opened.</summary>
    public void Connected(long connectNanos, long tlsNanos, bool again)
    {
        lock (_lock)
        {
            Phase.Recorder.Connected(connectNanos, again);
            if (tlsNanos > 0) Phase.Recorder.TlsHandshaking.Record(tlsNanos);
        }
    }

    /// <summary>Records the complete answer to a request.</summary>
    /// <returns>A virtual user whose next request goes to the same connection; null when there is no such user.</returns>
    public VirtualUserState? Answered(VirtualUserState user, long now, in Answer answer, PortableConnection connection)
    {
        lock (_lock)
        {
            if (user.State != UserState.InIteration) return null;
            var recorder = Phase.Recorder;
            recorder.Sent(connection.TakeBytesSent());
            recorder.Answered(user.Step, Intended(user), user.RequestStart, now, answer.Status, answer.Bytes);
            if (!user.Trace.IsNone) Traced(user, now, AnswerOutcome.Of(RequestErrorKind.None, answer.Status));
            if (answer.IsRedirect) recorder.Redirected();
            if (Checks.Count > 0) Checks.Record(answer.HeldChecks, now - user.RequestStart, recorder, user.Step);
            return GoOn(user, now, connection);
        }
    }

    /// <summary>Records that a request failed.</summary>
    public void Failed(VirtualUserState user, long now, RequestErrorKind kind, string text, PortableConnection connection)
    {
        lock (_lock)
        {
            if (user.State != UserState.InIteration) return;
            var recorder = Phase.Recorder;
            recorder.Sent(connection.TakeBytesSent());
            if (user.RequestStart == 0) user.RequestStart = user.RequestIntended;
            recorder.Failed(user.Step, Intended(user), user.RequestStart, now, kind);
            if (!user.Trace.IsNone) Traced(user, now, new AnswerOutcome(kind));
            if (Checks.Count > 0) Checks.RecordFailure(recorder, user.Step);
            if (recorder.WantsExample(kind))
                recorder.Example(kind, $"{user.Request.Plan.Name}: {text}");
            GoOn(user, now, null);
        }
    }

    /// <summary>Counts a request that is sent once more.</summary>
    public void Resent()
    {
        lock (_lock) Phase.Recorder.Resent(1);
    }

    /// <summary>Records the bytes of an answer that will stay incomplete.</summary>
    public void Unfinished(long bytes)
    {
        if (bytes == 0) return;
        lock (_lock) Phase.Recorder.Unaccounted(bytes);
    }

    /// <summary>Ends the iteration of a virtual user early.</summary>
    public void Interrupted(VirtualUserState user)
    {
        lock (_lock) Interrupt(user);
    }

    /// <summary>Hands ready requests to their connections. The caller must hold no lock.</summary>
    public void SubmitReady()
    {
        while (_readyCount > 0)
        {
            VirtualUserState? user;
            lock (_lock)
            {
                if (!_ready.TryDequeue(out user)) return;
                _readyCount--;
            }
            user.Current.Submit(user);
        }
    }

    /// <summary>Chooses the next request after a finished one: of the same pass or of the next pass, now or after the delay.</summary>
    private VirtualUserState? GoOn(VirtualUserState user, long now, PortableConnection? connection)
    {
        if (_isCutting || user.IsCut) { Interrupt(user); return null; }
        var isAtEnd = _flow.IsAtEnd(user);
        if (isAtEnd) EndIteration(user, now);
        if (_flow.DelayNanos > 0 && !(isAtEnd && Phase.Scheduler.IsFinished(now)))
        {
            _delayed.Enqueue(user, now + _flow.DelayNanos);
            _pause.DueBy(now + _flow.DelayNanos);
            return null;
        }
        var next = isAtEnd ? Replace(user, now) : user;
        if (next is null) return null;
        _flow.Next(next, now);
        if (ReferenceEquals(next.Current, connection)) return next;
        MakeReady(next);
        return null;
    }

    private void EndIteration(VirtualUserState user, long now)
    {
        user.State = UserState.PausingAfterIteration;
        var intended = Phase.Scheduler.IsOpen ? user.IterationIntended : user.IterationStart;
        Phase.Recorder.IterationEnded(intended, user.IterationStart, now, Phase.Scheduler.Active - 1);
    }

    /// <summary>Frees a virtual user; in a closed model the next iteration starts at once.</summary>
    private VirtualUserState? Replace(VirtualUserState user, long now)
    {
        Free(user);
        if (Phase.Scheduler.IsOpen || !Phase.Scheduler.TryStart(now, out var start)) { WakeAtEnd(now); return null; }
        var next = _users[start.VirtualUser];
        _flow.Begin(next, start, now);
        return next;
    }

    private void Free(VirtualUserState user)
    {
        user.State = UserState.Free;
        Phase.Scheduler.Complete(user.Index);
    }

    private void MakeReady(VirtualUserState user)
    {
        _ready.Enqueue(user);
        _readyCount++;
    }

    private void Interrupt(VirtualUserState user)
    {
        if (user.State == UserState.Free) return;
        if (user.State == UserState.InIteration) Phase.Recorder.Interrupted(_cutsAtEnd && !user.IsCut);
        Free(user);
        WakeAtEnd(Clock.NowNanos);
    }

    private void WakeAtEnd(long now)
    {
        if (Phase.Scheduler.Active == 0 && Phase.Scheduler.IsFinished(now)) _pause.Wake();
    }

    private void Traced(VirtualUserState user, long now, in AnswerOutcome outcome) =>
        Phase.Recorder.Traced(new TracedEnd(user.Step, user.Trace, Intended(user), user.RequestStart, now, outcome));

    private long Intended(VirtualUserState user) => Phase.Scheduler.IsOpen ? user.RequestIntended : user.RequestStart;

    private void Start(long now)
    {
        lock (_lock)
        {
            while (_delayed.TryPeek(out var delayed, out var wake) && wake <= now)
            {
                _delayed.Dequeue();
                WakeUp(delayed, wake);
            }
            while (Phase.Scheduler.TryStart(now, out var start))
            {
                _flow.Begin(_users[start.VirtualUser], start, now);
                _flow.Next(_users[start.VirtualUser], start.IntendedNanos);
                MakeReady(_users[start.VirtualUser]);
            }
        }
        SubmitReady();
    }

    private void WakeUp(VirtualUserState user, long due)
    {
        if (user.State == UserState.PausingAfterIteration) { Free(user); return; } // Start gives free users new iterations
        if (user.State == UserState.Free) return; // cut meanwhile
        _flow.Next(user, due);
        MakeReady(user);
    }

    private void CutSome(long now)
    {
        while (true)
        {
            VirtualUserState user;
            lock (_lock)
            {
                if (!Phase.Scheduler.TryCut(now, out var index)) return;
                user = _users[index];
                user.IsCut = true;
            }
            Interlocked.MemoryBarrier(); // the flag must be visible before the connection is visited: see PortableConnection.Submit
            user.Current.Cut(user);
            CutDelayed(user);
        }
    }

    /// <summary>Once no further iteration can start, frees the virtual users that pause after an iteration.</summary>
    private void FreePaused(long now)
    {
        lock (_lock)
        {
            if (_delayed.Count == 0 || !Phase.Scheduler.IsFinished(now)) return;
            var all = _delayed.UnorderedItems.ToArray();
            _delayed.Clear();
            foreach (var (user, due) in all)
                if (user.State == UserState.PausingAfterIteration) Free(user);
                else _delayed.Enqueue(user, due);
        }
    }

    /// <summary>Cuts a virtual user that waits between two requests, and so is on no connection.</summary>
    private void CutDelayed(VirtualUserState user)
    {
        lock (_lock)
            if (_delayed.Remove(user, out _, out _)) Interrupt(user);
    }

    private void CutEverything()
    {
        lock (_lock)
        {
            _isCutting = true;
            _cutsAtEnd = Phase.CutsAtEnd;
            _ready.Clear();
            _readyCount = 0;
            _delayed.Clear();
        }
        foreach (var connection in _connections) connection.Abandon();
        lock (_lock)
            foreach (var user in _users) Interrupt(user);
    }

    private void Expire(long now)
    {
        foreach (var connection in _connections)
            if (connection.DeadlineNanos <= now) connection.Expire(now);
        SubmitReady();
    }

    private bool IsOver(long now)
    {
        lock (_lock) return Phase.Scheduler.Active == 0 && Phase.Scheduler.IsFinished(now);
    }

    private long NextNanos(long now, long latest)
    {
        lock (_lock)
        {
            var next = Phase.Scheduler.NextStartNanos(now);
            if (_delayed.TryPeek(out _, out var wake)) next = Math.Min(next, wake);
            _pause.Plan(Math.Min(next, latest));
            return next;
        }
    }
}

/// <summary>The outcome of a complete answer.</summary>
internal readonly record struct Answer(int Status, bool HasLocation, long Bytes, ulong HeldChecks, bool KeepAlive)
{
    public bool IsRedirect => HasLocation && Status is >= 300 and < 400;
}
