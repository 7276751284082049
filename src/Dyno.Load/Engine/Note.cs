namespace Dyno.Load;

internal enum NoteKind : byte
{
    Ended,
    Answered,
    Failed,
    Example,
    Check,
    Redirected,
    Connected,
    Handshaken,
    Resent,
    Sent,
    Judged,
    Part,
    Traced,
}

/// <summary>A record on its way from another thread to the worker.</summary>
internal readonly record struct Note(
    NoteKind Kind, int Index = 0, long A = 0, long B = 0, long C = 0, long Bytes = 0, int Code = 0, string? Text = null, long D = 0)
{
    private AnswerOutcome Judgement => new((RequestErrorKind)(Code >> 16), Code & 0xffff, Bytes);

    private TracedEnd Trace => new(Index, new TraceId((ulong)Bytes, (ulong)D, (Code & 0x8000) != 0), A, B, C,
        new AnswerOutcome((RequestErrorKind)(Code >> 16), Code & 0x7fff));

    /// <summary>The trace of a request that has ended.</summary>
    public static Note Of(in TracedEnd end) => new(NoteKind.Traced, end.Step, end.IntendedNanos, end.StartNanos, end.EndNanos, (long)end.Trace.High,
        ((int)end.Outcome.Error << 16) | (end.Trace.IsSampled ? 0x8000 : 0) | end.Outcome.Status, D: (long)end.Trace.Low);

    public static Note Of(int step, long intendedNanos, long startNanos, long endNanos, in AnswerOutcome verdict) => new(
        NoteKind.Judged, step, intendedNanos, startNanos, endNanos, verdict.BytesReceived, ((int)verdict.Error << 16) | verdict.Status);

    /// <summary>Records the note. Call it only on the worker's thread.</summary>
    public void ApplyTo(Recorder recorder)
    {
        switch (Kind)
        {
            case NoteKind.Answered: recorder.Answered(Index, A, B, C, Code, Bytes); break;
            case NoteKind.Failed: recorder.Failed(Index, A, B, C, (RequestErrorKind)Code); break;
            case NoteKind.Example: recorder.Example((RequestErrorKind)Index, Text!); break;
            case NoteKind.Check: recorder.Check(Index, A != 0); break;
            case NoteKind.Redirected: recorder.Redirected(); break;
            case NoteKind.Connected: recorder.Connected(A, Index != 0); break;
            case NoteKind.Handshaken: recorder.Handshaken(A); break;
            case NoteKind.Resent: recorder.Resent(A); break;
            case NoteKind.Sent: recorder.Sent(A); break;
            case NoteKind.Judged: recorder.Judged(Index, A, B, C, Judgement); break;
            case NoteKind.Part: recorder.Part(Index, A, B, C, Bytes, failed: Code != 0); break;
            case NoteKind.Traced: recorder.Traced(Trace); break;
            case NoteKind.Ended: break; // ends an iteration and has nothing to record
        }
    }
}
