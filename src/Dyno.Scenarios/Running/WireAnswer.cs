namespace Dyno.Scenarios;

/// <summary>
/// An answer of the wire client. Its message is made when the code asks for it: most loads only ask whether the request succeeded, and
/// .NET's message is six objects. Thread-safe.
/// </summary>
/// <param name="source">An <see cref="AnswerHead"/>, or a <see cref="WireResponse"/> with the body inside.</param>
/// <param name="body">The body, without content codings.</param>
/// <param name="isDecoded">Whether the body had content codings.</param>
internal sealed class WireAnswer(HttpRequestMessage request, object source, ReadOnlyMemory<byte> body, bool isDecoded) : Response<HttpResponseMessage>
{
    private HttpResponseMessage? _message;

    /// <summary>The body, without content codings.</summary>
    public ReadOnlyMemory<byte> Body => source is WireResponse wired ? wired.Body : body;

    /// <summary>Judges an answer to the loop's own HTTP/1.1.</summary>
    public static WireAnswer Of(HttpRequestMessage request, AnswerHead head, ReadOnlyMemory<byte> body, bool isDecoded, long sizeBytes)
    {
        var isGood = head.Status is >= 200 and < 300;
        return new WireAnswer(request, head, body, isDecoded)
        {
            Kind = isGood ? RequestErrorKind.None : RequestErrorKind.Status,
            StatusCode = StatusNames.Of((System.Net.HttpStatusCode)head.Status),
            Status = head.Status,
            SizeBytes = sizeBytes,
            Message = isGood ? "" : head.ReasonPhrase,
        };
    }

    /// <summary>Judges an answer of a wire client.</summary>
    public static WireAnswer Of(HttpRequestMessage request, WireResponse answer)
    {
        var isGood = answer.Status is >= 200 and < 300;
        return new WireAnswer(request, answer, default, answer.IsDecoded)
        {
            Kind = isGood ? RequestErrorKind.None : RequestErrorKind.Status,
            StatusCode = StatusNames.Of((System.Net.HttpStatusCode)answer.Status),
            Status = answer.Status,
            SizeBytes = answer.BytesReceived,
            Message = isGood ? "" : answer.ReasonPhrase,
        };
    }

    private protected override HttpResponseMessage PayloadNow()
    {
        if (Volatile.Read(ref _message) is { } made) return made;
        var message = source is AnswerHead head
            ? WireMessages.AnswerOf(request, head, body, isDecoded)
            : WireMessages.AnswerOf(request, (WireResponse)source);
        return Interlocked.CompareExchange(ref _message, message, null) ?? message;
    }
}
