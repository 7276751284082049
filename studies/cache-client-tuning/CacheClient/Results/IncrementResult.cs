namespace Dyno.Caching;

/// <summary>The answer to an increment: <see cref="Sum"/> or <see cref="Error"/>.</summary>
public abstract record IncrementResult
{
    private IncrementResult()
    {
    }

    /// <summary>The number after the increment.</summary>
    /// <param name="Value">The number.</param>
    public sealed record Sum(long Value) : IncrementResult;

    /// <summary>The service gave no answer, or the stored value is not a number. An increment is never sent twice.</summary>
    /// <param name="Reason">Why.</param>
    public sealed record Error(CacheError Reason) : IncrementResult;
}
