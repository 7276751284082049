namespace Dyno.Load;

/// <summary>
/// The view that an iteration's code has of its iteration: when it was due, and where to record. May be called on any thread, also on
/// several at once. On the worker's thread it records at once, on other threads through the worker's queue. It allocates nothing.
/// </summary>
public sealed class IterationContext
{
    private readonly AsyncSlot _slot;

    internal IterationContext(AsyncSlot slot, EngineClock clock)
    {
        _slot = slot;
        Clock = clock;
    }

    /// <summary>The clock of all times in this class.</summary>
    public EngineClock Clock { get; }

    /// <summary>Whether the iteration was cut: what is recorded from then on is dropped.</summary>
    public bool IsCut => _slot.IsCut;

    /// <summary>Index of the virtual user in its worker.</summary>
    public int VirtualUser => _slot.VirtualUser;

    /// <summary>Number of the iteration of this virtual user: 0, 1, 2 …</summary>
    public long Iteration { get; internal set; }

    /// <summary>When the iteration should have started, which is also the intended start of its first request.</summary>
    public long IntendedNanos { get; internal set; }

    /// <summary>When the iteration actually started.</summary>
    public long StartNanos { get; internal set; }

    internal bool IsJudged { get; private set; }

    internal AnswerOutcome Whole { get; private set; }

    internal int WholeStep { get; private set; }

    internal long WholeNanos { get; private set; }

    internal void Begin(in IterationStart start, long nowNanos)
    {
        Iteration++;
        IntendedNanos = start.IntendedNanos;
        StartNanos = nowNanos;
        IsJudged = false;
    }

    /// <inheritdoc cref="Recorder.Answered(int, long, long, long, int, long)"/>
    public void Answered(int step, long intendedNanos, long startNanos, long endNanos, int status, long bytesReceived) =>
        _slot.Record(new Note(NoteKind.Answered, step, intendedNanos, startNanos, endNanos, bytesReceived, status));

    /// <summary>Records one request without a usable answer.</summary>
    /// <param name="example">Text that says what happened; build it only when <see cref="WantsExample"/> returns true.</param>
    public void Failed(
        int step, long intendedNanos, long startNanos, long endNanos, RequestErrorKind kind, string? example = null)
    {
        if (example is not null) _slot.Record(new Note(NoteKind.Example, (int)kind, Text: example));
        _slot.Record(new Note(NoteKind.Failed, step, intendedNanos, startNanos, endNanos, 0, (int)kind));
    }

    /// <inheritdoc cref="Recorder.Traced"/>
    public void Traced(in TracedEnd end) => _slot.Record(Note.Of(end));

    /// <inheritdoc cref="Recorder.Judged"/>
    public void Judged(int step, long intendedNanos, long startNanos, long endNanos, in AnswerOutcome verdict) =>
        _slot.Record(Note.Of(step, intendedNanos, startNanos, endNanos, verdict));

    /// <inheritdoc cref="Recorder.Part"/>
    public void Part(int step, long intendedNanos, long startNanos, long endNanos, bool failed = false) =>
        _slot.Record(new Note(NoteKind.Part, step, intendedNanos, startNanos, endNanos, Code: failed ? 1 : 0));

    /// <summary>Judges the whole iteration. The iteration's code calls it before the iteration ends. Without this call the iteration is only timed.</summary>
    /// <param name="verdict">Whether the iteration is good, or why it failed.</param>
    /// <param name="step">Index of the step as which the whole iteration counts; −1 when its steps were judged separately.</param>
    /// <param name="latencyNanos">Duration of the iteration from its actual start, in nanoseconds; below 0: as measured.</param>
    public void JudgeWhole(in AnswerOutcome verdict, int step, long latencyNanos = -1) =>
        (Whole, WholeStep, WholeNanos, IsJudged) = (verdict, step, latencyNanos, true);

    /// <inheritdoc cref="Recorder.WantsExample"/>
    public bool WantsExample(RequestErrorKind kind) => _slot.WantsExample(kind);

    /// <inheritdoc cref="Recorder.Example"/>
    public void Example(RequestErrorKind kind, string text) =>
        _slot.Record(new Note(NoteKind.Example, (int)kind, Text: text));

    /// <inheritdoc cref="Recorder.Check"/>
    public void Check(int index, bool passed) => _slot.Record(new Note(NoteKind.Check, index, passed ? 1 : 0));

    /// <inheritdoc cref="Recorder.Redirected"/>
    public void Redirected() => _slot.Record(new Note(NoteKind.Redirected));

    /// <inheritdoc cref="Recorder.Connected"/>
    public void Connected(long connectNanos, bool again) =>
        _slot.Record(new Note(NoteKind.Connected, again ? 1 : 0, connectNanos));

    /// <inheritdoc cref="Recorder.Handshaken"/>
    public void Handshaken(long handshakeNanos) => _slot.Record(new Note(NoteKind.Handshaken, 0, handshakeNanos));

    /// <inheritdoc cref="Recorder.Resent"/>
    public void Resent(long count) => _slot.Record(new Note(NoteKind.Resent, 0, count));

    /// <inheritdoc cref="Recorder.Sent"/>
    public void Sent(long bytes) => _slot.Record(new Note(NoteKind.Sent, 0, bytes));
}
