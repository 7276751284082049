namespace Dyno.Caching;

/// <summary>The answer to a delete: <see cref="Done"/> or <see cref="Error"/>.</summary>
public abstract record DeleteResult
{
    private DeleteResult()
    {
    }

    /// <summary>The item does not exist any more, or never did.</summary>
    public sealed record Done : DeleteResult
    {
        internal static readonly Done Instance = new();
    }

    /// <summary>The service gave no answer.</summary>
    /// <param name="Reason">Why.</param>
    public sealed record Error(CacheError Reason) : DeleteResult;
}
