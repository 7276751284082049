namespace Dyno.Load;

/// <summary>The outcome that user code reports for a step or for a whole iteration.</summary>
/// <param name="Error">Why the step or iteration failed; <see cref="RequestErrorKind.None"/> when it is good.</param>
/// <param name="Status">Status code, 1 to 999; 0 for none.</param>
/// <param name="BytesReceived">Bytes received.</param>
public readonly record struct AnswerOutcome(RequestErrorKind Error, int Status = 0, long BytesReceived = 0)
{
    /// <summary>The outcome of a request whose answer, where there is one, fails when its status is 400 or above.</summary>
    /// <param name="error">Why there is no answer; <see cref="RequestErrorKind.None"/> with an answer.</param>
    /// <param name="status">Status of the answer; ignored without one.</param>
    public static AnswerOutcome Of(RequestErrorKind error, int status) => error != RequestErrorKind.None ? new AnswerOutcome(error)
        : new AnswerOutcome(status >= 400 ? RequestErrorKind.Status : RequestErrorKind.None, status);

    /// <summary>Whether the step or iteration is good.</summary>
    public bool IsGood => Error == RequestErrorKind.None;
}
