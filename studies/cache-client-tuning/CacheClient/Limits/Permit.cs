namespace Dyno.Caching.Limits;

/// <summary>Why a call got no permit.</summary>
public enum Refusal
{
    /// <summary>The call got a permit.</summary>
    None,

    /// <summary>The queue of waiting calls was full.</summary>
    QueueFull,

    /// <summary>The call's deadline passed while it waited.</summary>
    TooLate,
}

/// <summary>The right to have one call in flight, or the reason for the refusal.</summary>
/// <param name="GrantedAt">When it was granted, as a timestamp of the gate's clock.</param>
/// <param name="InFlight">Calls in flight at that moment, including this one.</param>
/// <param name="Refusal">The reason for the refusal; <c>None</c> for a granted permit.</param>
public readonly record struct Permit(long GrantedAt, int InFlight, Refusal Refusal)
{
    internal static readonly Permit QueueFull = new(0, 0, Refusal.QueueFull);
    internal static readonly Permit TooLate = new(0, 0, Refusal.TooLate);

    /// <summary>Whether the call may begin.</summary>
    public bool IsGranted => Refusal == Refusal.None;
}
