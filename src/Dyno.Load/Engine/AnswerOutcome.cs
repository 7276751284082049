namespace Dyno.Load.Engine;

/// <summary>What user code says of something it did: a step, or a whole iteration.</summary>
/// <param name="Error">Why it failed; <see cref="RequestErrorKind.None"/> when it is good.</param>
/// <param name="Status">Status code, 1 to 999; 0 for none.</param>
/// <param name="BytesReceived">Size of what was received, in bytes.</param>
public readonly record struct AnswerOutcome(RequestErrorKind Error, int Status = 0, long BytesReceived = 0)
{
    /// <summary>Whether it is good.</summary>
    public bool IsGood => Error == RequestErrorKind.None;
}
