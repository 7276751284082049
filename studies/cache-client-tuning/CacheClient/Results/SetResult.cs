namespace Dyno.Caching;

/// <summary>The answer to a set: <see cref="Stored"/>, <see cref="NotStored"/> (its condition did not hold) or <see cref="Error"/>.</summary>
public abstract record SetResult
{
    private SetResult()
    {
    }

    /// <summary>The item was stored.</summary>
    public sealed record Stored : SetResult
    {
        internal static readonly Stored Instance = new();
    }

    /// <summary>The condition did not hold, and the stored item is unchanged.</summary>
    public sealed record NotStored : SetResult
    {
        internal static readonly NotStored Instance = new();
    }

    /// <summary>The service gave no answer; whether the item was stored is unknown.</summary>
    /// <param name="Reason">Why.</param>
    public sealed record Error(CacheError Reason) : SetResult;
}
