namespace Dyno.Load;

/// <summary>
/// Records what one worker sees of one scenario in one phase. One thread writes, without locks and without an allocation per request.
/// Other threads read the running counts for the live view and may be a few requests behind.
/// </summary>
public sealed class Recorder
{
    private const long LateNanos = 1_000_000;
    private const long SilenceNanos = 100_000_000;
    private const int MostVarieties = 32;
    private const int Kinds = (int)RequestErrorKind.System + 1;
    private readonly bool _isOpen;
    private readonly ImmutableArray<int> _timedStatuses;
    private StepRecorder[] _steps;
    private long[] _checkPasses;
    private long[] _checkFails;
    private readonly long[] _errors = new long[Kinds];
    private readonly string?[] _examples = new string?[Kinds];
    private readonly string?[] _varieties = new string?[MostVarieties]; // in order of first occurrence
    private readonly long[] _varietyCounts = new long[MostVarieties];

    /// <summary>Creates an empty recorder.</summary>
    /// <param name="steps">Steps of the scenario.</param>
    /// <param name="checks">Checks of the scenario.</param>
    /// <param name="isOpen">Whether starts have an intended time of their own.</param>
    /// <param name="timedStatuses">Status codes for which each step keeps the times of the requests separately; 0 for requests without an answer.</param>
    public Recorder(int steps, int checks, bool isOpen, ImmutableArray<int> timedStatuses = default)
    {
        _steps = new StepRecorder[steps];
        for (var i = 0; i < steps; i++) _steps[i] = new StepRecorder(isOpen, timedStatuses);
        (_isOpen, _timedStatuses) = (isOpen, timedStatuses);
        _checkPasses = new long[checks];
        _checkFails = new long[checks];
        StartLag = isOpen ? new Histogram() : null;
        IterationService = new Histogram();
        IterationResponse = isOpen ? new Histogram() : IterationService;
    }

    /// <summary>One recorder per step, in plan order. Grows when a workload discovers its steps during the run.</summary>
    public ReadOnlySpan<StepRecorder> Steps => Volatile.Read(ref _steps);

    /// <summary>
    /// Whole iterations that code has judged, good and failed ones separately; null while there is none. An iteration that was one request
    /// is recorded as a step too.
    /// </summary>
    public StepRecorder? Whole { get; private set; }

    /// <summary>The traces of slow and of failed requests; null while no request with a trace has ended.</summary>
    public TraceRecorder? Traces { get; private set; }

    /// <summary>Lag of every start of an open model; null in a closed one.</summary>
    public Histogram? StartLag { get; }

    /// <summary>Durations of iterations from their actual start.</summary>
    public Histogram IterationService { get; }

    /// <summary>Durations of iterations from their intended start; the same object as <see cref="IterationService"/> in a closed model.</summary>
    public Histogram IterationResponse { get; }

    /// <summary>Time to connect, per connection opened.</summary>
    public Histogram Connecting { get; } = new();

    /// <summary>Durations of TLS handshakes.</summary>
    public Histogram TlsHandshaking { get; } = new();

    /// <summary>WebSockets opened: from the start of the connection to the server's agreement.</summary>
    public Histogram Upgrading { get; } = new();

    /// <summary>Errors by kind, indexed by <see cref="RequestErrorKind"/>.</summary>
    public ReadOnlySpan<long> Errors => _errors;

    /// <summary>First example of each kind of error, or null.</summary>
    public ReadOnlySpan<string?> Examples => _examples;

    /// <summary>The varieties of protocol errors that were distinguished, with the number of each.</summary>
    public IEnumerable<(string What, long Count)> Varieties
    {
        get
        {
            for (var i = 0; i < MostVarieties && _varieties[i] is { } what; i++) yield return (what, _varietyCounts[i]);
        }
    }

    public ReadOnlySpan<long> CheckPasses => Volatile.Read(ref _checkPasses);

    public ReadOnlySpan<long> CheckFails => Volatile.Read(ref _checkFails);

    /// <summary>Iterations started.</summary>
    public long Starts { get; private set; }

    /// <summary>Iterations ended.</summary>
    public long Iterations { get; private set; }

    /// <summary>Starts without a free virtual user.</summary>
    public long DroppedIterations { get; private set; }

    /// <summary>Starts more than 1 ms behind their time.</summary>
    public long LateStarts { get; private set; }

    /// <summary>Iterations cut.</summary>
    public long InterruptedIterations { get; private set; }

    /// <summary>Iterations cut at the planned end, when the graceful stop was over; not those cut by a ramp-down, a stop or an abort.</summary>
    public long CutAtEnd { get; private set; }

    /// <summary>Iterations that ended with an exception of a script.</summary>
    public long ThrownIterations { get; private set; }

    /// <summary>Redirects, answered or followed.</summary>
    public long Redirects { get; private set; }

    public long ConnectionsOpened { get; private set; }

    /// <summary>Connections opened again after the server had closed one.</summary>
    public long Reconnects { get; private set; }

    /// <summary>Requests that were sent once more, because their connection ended before their answer.</summary>
    public long Resends { get; private set; }

    /// <summary>Bytes sent, before TLS.</summary>
    public long BytesSent { get; private set; }

    /// <summary>Bytes received that belong to no whole answer. The bytes of whole answers are counted with their steps.</summary>
    public long UnaccountedBytes { get; private set; }

    /// <summary>Virtual users in an iteration at the last start or end.</summary>
    public int Active { get; private set; }

    /// <summary>The most virtual users in an iteration at once.</summary>
    public int MaxActive { get; private set; }

    /// <summary>End of the last request or iteration, on the engine's clock; 0 when there was none.</summary>
    public long LastEndNanos { get; private set; }

    /// <summary>End of the first good answer, on the engine's clock; 0 when there was none.</summary>
    public long FirstGoodNanos { get; private set; }

    /// <summary>End of the last good answer, on the engine's clock; far in the past when there was none.</summary>
    public long LastGoodNanos { get; private set; } = long.MinValue / 2;

    public long GoodAnswers { get; private set; }

    /// <summary>Total time in nanoseconds of the gaps of more than 100 ms without a good answer, between the first and the last good answer.</summary>
    public long SilentNanos { get; private set; }

    /// <summary>Number of the gaps that <see cref="SilentNanos"/> adds up.</summary>
    public int Silences { get; private set; }

    /// <summary>The virtual users' own time; null in an open model, and where users come and go in a run without slices.</summary>
    internal OwnTime? Own { get; private set; }

    /// <summary>Begins a slice, or a phase in one piece. The time without requests before it is no gap: the server was not silent in that time.</summary>
    /// <param name="startNanos">When requests are sent again, on the engine's clock.</param>
    /// <param name="countsFromNanos">From when on iterations count in <see cref="Own"/>.</param>
    /// <param name="virtualUsers">Number of virtual users.</param>
    internal void BeginSlice(long startNanos, long countsFromNanos, int virtualUsers)
    {
        if (GoodAnswers > 0) LastGoodNanos = Math.Max(LastGoodNanos, startNanos);
        if (!_isOpen && (Own is null || Own.VirtualUsers < virtualUsers)) Own = new OwnTime(virtualUsers);
        Own?.Begin(startNanos, countsFromNanos);
    }

    /// <summary>Records a start of an open model.</summary>
    /// <param name="lagNanos">Actual start − intended start.</param>
    /// <param name="active">Virtual users in an iteration, this one included.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Started(long lagNanos, int active)
    {
        StartLag!.Record(lagNanos);
        if (lagNanos > LateNanos) LateStarts++;
        Started(active);
    }

    /// <summary>Records a start of a closed model.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Started(int active)
    {
        Starts++;
        Active = active;
        if (active > MaxActive) MaxActive = active;
    }

    public void Dropped(long count) => DroppedIterations += count;

    /// <summary>Records one request with a whole answer, good or with a failing status.</summary>
    /// <param name="step">Index of the step.</param>
    /// <param name="intendedNanos">
    /// Intended start: the iteration's for its first request, <paramref name="startNanos"/> for the later ones and in a
    /// closed model.
    /// </param>
    /// <param name="startNanos">When the request's first byte was handed to the operating system.</param>
    /// <param name="endNanos">When the answer's last byte had arrived.</param>
    /// <param name="status">Status code, 100 to 999.</param>
    /// <param name="bytesReceived">Bytes of head and body.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Answered(int step, long intendedNanos, long startNanos, long endNanos, int status, long bytesReceived) =>
        Answered(step, intendedNanos, startNanos, endNanos, status, bytesReceived, failed: status >= 400);

    /// <summary>Records one request with a whole answer, for code that decides itself which statuses fail.</summary>
    /// <param name="step">Index of the step.</param>
    /// <param name="intendedNanos">Intended start.</param>
    /// <param name="startNanos">Start.</param>
    /// <param name="endNanos">End.</param>
    /// <param name="status">Status code, 100 to 999.</param>
    /// <param name="bytesReceived">Bytes of head and body.</param>
    /// <param name="failed">Whether that status is a failure.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Answered(int step, long intendedNanos, long startNanos, long endNanos, int status, long bytesReceived, bool failed)
    {
        LastEndNanos = endNanos;
        StepAt(step).Answered(endNanos - intendedNanos, endNanos - startNanos, status, bytesReceived, failed);
        if (failed) FailedStatus(status);
        else Good(endNanos);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void Good(long endNanos)
    {
        if (endNanos - LastGoodNanos > SilenceNanos) AfterSilence(endNanos);
        LastGoodNanos = endNanos;
        GoodAnswers++;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void AfterSilence(long endNanos)
    {
        if (GoodAnswers == 0)
        {
            FirstGoodNanos = endNanos;
            return;
        }
        SilentNanos += endNanos - LastGoodNanos;
        Silences++;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private StepRecorder StepAt(int step) => step < _steps.Length ? _steps[step] : AddSteps(step + 1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private StepRecorder AddSteps(int count)
    {
        var more = new StepRecorder[count];
        _steps.CopyTo(more, 0);
        for (var i = _steps.Length; i < count; i++) more[i] = new StepRecorder(_isOpen, _timedStatuses);
        Volatile.Write(ref _steps, more);
        return more[^1];
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void GrowChecks(int count)
    {
        var (passes, fails) = (new long[count], new long[count]);
        _checkPasses.CopyTo(passes, 0);
        _checkFails.CopyTo(fails, 0);
        Volatile.Write(ref _checkPasses, passes);
        Volatile.Write(ref _checkFails, fails);
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // keeps the text out of the path of good answers
    private void FailedStatus(int status)
    {
        _errors[(int)RequestErrorKind.Status]++;
        _examples[(int)RequestErrorKind.Status] ??= $"answered with status {status}";
    }

    /// <summary>Records one request without a usable answer.</summary>
    public void Failed(int step, long intendedNanos, long startNanos, long endNanos, RequestErrorKind kind)
    {
        LastEndNanos = endNanos;
        _errors[(int)kind]++;
        StepAt(step).Failed(endNanos - intendedNanos, endNanos - startNanos);
    }

    /// <summary>Records the trace of a request that has ended, beside its times.</summary>
    public void Traced(in TracedEnd end) => (Traces ??= new TraceRecorder()).Ended(end);

    /// <summary>
    /// Counts received bytes that belong to no whole answer: those of an answer that stays incomplete, of a handshake, or of a socket that
    /// a script reads.
    /// </summary>
    public void Unaccounted(long bytes) => UnaccountedBytes += bytes;

    /// <summary>Records one step that code has judged. The step may be new.</summary>
    public void Judged(int step, long intendedNanos, long startNanos, long endNanos, in AnswerOutcome verdict)
    {
        LastEndNanos = endNanos;
        if (!verdict.IsGood) _errors[(int)verdict.Error]++;
        else Good(endNanos);
        StepAt(step).Judged(endNanos - intendedNanos, endNanos - startNanos, verdict);
    }

    /// <summary>
    /// Records a part of a request, such as a message of a stream or an event of an answer, in its own step whose
    /// <see cref="StepRecord.IsPart"/> is true. A part is no request: it is no completion and no error, and its bytes are those of its
    /// request. It does show that the server answers.
    /// </summary>
    public void Part(int step, long intendedNanos, long startNanos, long endNanos, long bytesReceived = 0, bool failed = false)
    {
        if (!failed) Good(endNanos);
        StepAt(step).Answered(endNanos - intendedNanos, endNanos - startNanos, status: 0, bytesReceived, failed);
    }

    /// <summary>Records one whole iteration that code has judged. Its errors are counted where they happened, not here.</summary>
    public void JudgedWhole(long intendedNanos, long startNanos, long endNanos, in AnswerOutcome verdict) =>
        (Whole ??= new StepRecorder(_isOpen)).Judged(endNanos - intendedNanos, endNanos - startNanos, verdict);

    /// <summary>Counts a failure of user code outside of any request: the code threw, or reported a failure.</summary>
    public void ScenarioFailed() => _errors[(int)RequestErrorKind.Scenario]++;

    /// <summary>Whether an example of this kind is still wanted: build its text only then.</summary>
    public bool WantsExample(RequestErrorKind kind) => _examples[(int)kind] is null;

    /// <summary>Keeps the first example of a kind of error. Secrets are masked later, when the result is built.</summary>
    public void Example(RequestErrorKind kind, string text) => _examples[(int)kind] ??= text;

    /// <summary>Counts a protocol error under a constant text that describes it. Errors with the same text are counted together.</summary>
    public void Variety(string what)
    {
        for (var i = 0; i < MostVarieties; i++)
        {
            _varieties[i] ??= what;
            if (_varieties[i] != what) continue;
            _varietyCounts[i]++;
            return;
        }
    }

    /// <summary>Records the end of an iteration.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void IterationEnded(int virtualUser, long intendedNanos, long startNanos, long endNanos, int active)
    {
        Iterations++;
        Own?.Ended(virtualUser, endNanos);
        Active = active;
        if (endNanos > LastEndNanos) LastEndNanos = endNanos;
        IterationService.Record(endNanos - startNanos);
        if (StartLag is not null) IterationResponse.Record(endNanos - intendedNanos);
    }

    /// <summary>Records that an iteration was cut.</summary>
    /// <param name="atEnd">
    /// <see cref="WorkerPhase.CutsAtEnd"/> when everything in flight is cut; false for an iteration that a ramp-down or its own
    /// code ended.
    /// </param>
    public void Interrupted(bool atEnd)
    {
        InterruptedIterations++;
        if (atEnd) CutAtEnd++;
    }

    /// <summary>Records that the iteration that ended last threw an exception.</summary>
    public void Threw() => ThrownIterations++;

    public void Check(int index, bool passed)
    {
        if (index >= _checkFails.Length) GrowChecks(index + 1);
        (passed ? _checkPasses : _checkFails)[index]++;
    }

    /// <summary>A redirect was answered or followed.</summary>
    public void Redirected() => Redirects++;

    /// <summary>A connection was opened.</summary>
    public void Connected(long connectNanos, bool again)
    {
        Connecting.Record(connectNanos);
        ConnectionsOpened++;
        if (again) Reconnects++;
    }

    /// <summary>Counts requests that are sent once more, because their connection ended before their answer.</summary>
    public void Resent(long count) => Resends += count;

    /// <summary>A TLS handshake was completed.</summary>
    public void Handshaken(long handshakeNanos) => TlsHandshaking.Record(handshakeNanos);

    /// <summary>Records that a server agreed to speak WebSocket.</summary>
    /// <param name="openNanos">Time since the start of the connection, in nanoseconds.</param>
    public void Upgraded(long openNanos) => Upgrading.Record(openNanos);

    /// <summary>Counts bytes handed to the operating system.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Sent(long bytes) => BytesSent += bytes;
}
