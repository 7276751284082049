namespace Dyno.Load.Engine;

/// <summary>The outcome that user code reports for a step or for a whole iteration.</summary>
/// <param name="Error">Why the step or iteration failed; <see cref="RequestErrorKind.None"/> when it is good.</param>
/// <param name="Status">Status code, 1 to 999; 0 for none.</param>
/// <param name="BytesReceived">Bytes received.</param>
public readonly record struct AnswerOutcome(RequestErrorKind Error, int Status = 0, long BytesReceived = 0)
{
    /// <summary>Whether the step or iteration is good.</summary>
    public bool IsGood => Error == RequestErrorKind.None;
}
