namespace Dyno.Caching;

/// <summary>The answer to a get: <see cref="Hit"/>, <see cref="Miss"/> or <see cref="Error"/>, and nothing else.</summary>
public abstract record GetResult
{
    private GetResult()
    {
    }

    /// <summary>The item was found.</summary>
    /// <param name="Value">Its bytes.</param>
    public sealed record Hit(ReadOnlyMemory<byte> Value) : GetResult;

    /// <summary>The item did not exist, or had expired.</summary>
    public sealed record Miss : GetResult
    {
        internal static readonly Miss Instance = new();
    }

    /// <summary>The service gave no answer.</summary>
    /// <param name="Reason">Why.</param>
    public sealed record Error(CacheError Reason) : GetResult;
}
