using Dyno.Http.Parsing;

namespace Dyno.Http.Clients;

/// <summary>
/// One answer as it arrives, for every client: its head, which is not read where it is known already, and its body, copied
/// out once. The bytes that are not consumed stay with the caller. One object for all answers of a connection.
/// </summary>
internal sealed class IncomingAnswer
{
    private ResponseParser _parser; // a struct that is worked on in place
    private bool _toHead;
    private IncomingBody _body;

    /// <summary>Null before it is whole, and where it is not valid.</summary>
    public AnswerHead? Head { get; private set; }

    /// <summary>What has come of the body, without chunking; empty when it is to be discarded.</summary>
    public ReadOnlyMemory<byte> Body => _body.Bytes;

    /// <summary>Bytes of the body so far, discarded or not.</summary>
    public long BodyReceived => _body.Received;

    /// <summary>Why it is <see cref="AnswerProgress.Wrong"/>.</summary>
    public string Problem { get; private set; } = "";

    public bool IsBeforeHead => _parser.IsBeforeHead;

    /// <summary>Whether the connection can serve another request after it.</summary>
    public bool KeepsAlive => _parser.KeepAlive;

    /// <summary>The next bytes are those of another answer.</summary>
    /// <param name="toHead">Whether the request's method was HEAD.</param>
    /// <param name="headLimit">Largest head taken, in bytes.</param>
    /// <param name="maxBodyBytes">Largest body taken.</param>
    /// <param name="discardBody">Read the body and forget it; then it may be of any length.</param>
    /// <param name="sink">Takes the body as it arrives, if it wants it.</param>
    public void Begin(bool toHead, int headLimit, int maxBodyBytes, bool discardBody, IBodySink? sink = null)
    {
        _parser.Reset(toHead, headLimit);
        (_toHead, Head) = (toHead, null);
        _body.Begin(maxBodyBytes, discardBody, sink);
    }

    /// <summary>Lets go of what has come, so that it keeps nothing alive.</summary>
    public void Forget()
    {
        Head = null;
        _body.Forget();
    }

    /// <summary>Reads what has arrived.</summary>
    /// <param name="arrived">Bytes not consumed yet, in order.</param>
    /// <param name="last">The head that it probably begins with again; null for none.</param>
    /// <param name="consumed">How many of them are done with.</param>
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
                case ParseEvent.Complete: return AnswerProgress.Whole;
                case ParseEvent.NeedMore: return AnswerProgress.NeedsMore;
                case ParseEvent.Failed:
                    Problem = $"{_parser.Fault.Describe()}: {Excerpt.Of(arrived)}";
                    return AnswerProgress.Wrong;
            }
            if (bodyBytes > 0 && !Take(piece[^bodyBytes..])) return AnswerProgress.Wrong;
        }
    }

    /// <summary>The peer closes: true when that ends the answer.</summary>
    public bool IsEndedByClose() => _parser.Close() == ParseEvent.Complete;

    // Room for a body whose length is known.
    private bool Expect()
    {
        _body.Follows(Head!);
        return _parser.IsChunked || _body.Expect(_parser.Remaining) || IsTooLarge();
    }

    private bool Take(ReadOnlySpan<byte> piece) => _body.Take(piece) || IsTooLarge();

    private bool IsTooLarge()
    {
        Problem = _body.Problem;
        return false;
    }
}

/// <summary>How far an answer has come.</summary>
internal enum AnswerProgress
{
    NeedsMore,
    Whole,
    Wrong,
}
