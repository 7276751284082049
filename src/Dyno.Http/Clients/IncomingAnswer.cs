namespace Dyno.Http;

/// <summary>
/// Reads one answer as it arrives, for every client. A head that is known already is not parsed again, and the body is copied
/// once. The caller keeps the bytes that are not consumed. One object serves all answers of a connection.
/// </summary>
internal sealed class IncomingAnswer
{
    private ResponseParser _parser; // a mutable struct, changed in place
    private bool _toHead;
    private bool _sharesBodies;
    private IncomingBody _body;

    /// <summary>The head; null before it is complete, and when it is invalid.</summary>
    public AnswerHead? Head { get; private set; }

    /// <summary>The body received so far, without chunking; empty when the body is discarded.</summary>
    public ReadOnlyMemory<byte> Body => _body.Bytes;

    /// <summary>Bytes of the body so far, discarded or not.</summary>
    public long BodyReceived => _body.Received;

    /// <summary>Why the answer is <see cref="AnswerProgress.Wrong"/>.</summary>
    public string Problem { get; private set; } = "";

    public RequestErrorKind ProblemKind { get; private set; }

    public bool IsBeforeHead => _parser.IsBeforeHead;

    /// <summary>Whether the connection can serve another request after this answer.</summary>
    public bool KeepsAlive => _parser.KeepAlive;

    /// <summary>Begins another answer.</summary>
    /// <param name="toHead">Whether the request's method was HEAD.</param>
    /// <param name="headLimit">Largest head accepted, in bytes.</param>
    /// <param name="maxBodyBytes">Largest body accepted.</param>
    /// <param name="discardBody">Whether the body is read and discarded; its length is then unlimited.</param>
    /// <param name="sink">Receives the body as it arrives, if it wants it.</param>
    /// <param name="sharesBodies">Whether equal short bodies may share their memory: no one changes them.</param>
    public void Begin(bool toHead, int headLimit, int maxBodyBytes, bool discardBody, IBodySink? sink = null, bool sharesBodies = false)
    {
        _parser.Reset(toHead, headLimit);
        (_toHead, _sharesBodies, Head) = (toHead, sharesBodies, null);
        _body.Begin(maxBodyBytes, discardBody, sink);
    }

    /// <summary>Drops head and body, so that this object keeps no memory alive.</summary>
    public void Forget()
    {
        Head = null;
        _body.Forget();
    }

    /// <summary>Parses the bytes that have arrived.</summary>
    /// <param name="arrived">Bytes not consumed yet, in order.</param>
    /// <param name="last">The previous head, which the answer probably repeats; null for none.</param>
    /// <param name="consumed">Number of bytes consumed.</param>
    public AnswerProgress Read(ReadOnlySpan<byte> arrived, AnswerHead? last, out int consumed)
    {
        consumed = 0;
        if (last is not null && _parser.IsBeforeHead && last.Begins(arrived, _toHead))
        {
            (_parser, Head, consumed) = (last.After, last, last.Length);
            if (!Expect()) return AnswerProgress.Wrong;
        }
        while (true)
        {
            var found = _parser.Read(arrived[consumed..], out var taken, out var bodyBytes);
            var piece = arrived.Slice(consumed, taken);
            consumed += taken;
            switch (found)
            {
                case ParseEvent.Head:
                    Head = new AnswerHead(piece, _toHead, _parser);
                    if (!Expect()) return AnswerProgress.Wrong;
                    break;
                case ParseEvent.Complete:
                    if (_sharesBodies && Head is { } head) head.LastBody = _body.Shareable;
                    return AnswerProgress.Whole;
                case ParseEvent.NeedMore: return AnswerProgress.NeedsMore;
                case ParseEvent.Failed:
                    ProblemKind = RequestErrorKind.Protocol;
                    Problem = $"{_parser.Fault.Describe()}: {Excerpt.Of(arrived)}";
                    return AnswerProgress.Wrong;
            }
            if (bodyBytes > 0 && !Take(piece[^bodyBytes..])) return AnswerProgress.Wrong;
        }
    }

    /// <summary>Handles a close by the peer; true when the close ends the answer.</summary>
    public bool IsEndedByClose() => _parser.Close() == ParseEvent.Complete;

    // Prepares for the body; false when it is known to be too large.
    private bool Expect()
    {
        _body.Follows(Head!);
        return _body.Expect(_parser.IsChunked ? 0 : _parser.Remaining, _sharesBodies ? Head!.LastBody : null) || IsTooLarge();
    }

    private bool Take(ReadOnlySpan<byte> piece) => _body.Take(piece) || IsTooLarge();

    private bool IsTooLarge()
    {
        (Problem, ProblemKind) = (_body.Problem, _body.ProblemKind);
        return false;
    }
}

/// <summary>How far the reading of an answer has come.</summary>
internal enum AnswerProgress
{
    NeedsMore,
    Whole,
    Wrong,
}
