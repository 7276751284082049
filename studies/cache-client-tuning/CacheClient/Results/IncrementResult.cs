namespace Dyno.Caching;

/// <summary>The answer to an increment: <see cref="Sum"/> or <see cref="Error"/>.</summary>
public abstract record IncrementResult
{
    private IncrementResult()
    {
    }

    /// <summary>The number that is there now.</summary>
    /// <param name="Value">It.</param>
    public sealed record Sum(long Value) : IncrementResult;

    /// <summary>The service gave no answer, or what is there is not a number; an increment is never sent twice.</summary>
    /// <param name="Reason">Why.</param>
    public sealed record Error(CacheError Reason) : IncrementResult;
}
