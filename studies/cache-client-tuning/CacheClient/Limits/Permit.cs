namespace Dyno.Caching.Limits;

/// <summary>Why a call got no permit.</summary>
public enum Refusal
{
    /// <summary>It got one.</summary>
    None,

    /// <summary>As many calls were waiting as may.</summary>
    QueueFull,

    /// <summary>Its deadline passed while it waited.</summary>
    TooLate,
}

/// <summary>The right to have one call in flight, or why there is none.</summary>
/// <param name="GrantedAt">When, as a timestamp of the gate's clock.</param>
/// <param name="InFlight">Calls in flight at that moment, this one included.</param>
/// <param name="Refusal">Why not.</param>
public readonly record struct Permit(long GrantedAt, int InFlight, Refusal Refusal)
{
    internal static readonly Permit QueueFull = new(0, 0, Refusal.QueueFull);
    internal static readonly Permit TooLate = new(0, 0, Refusal.TooLate);

    /// <summary>Whether the call may begin.</summary>
    public bool IsGranted => Refusal == Refusal.None;
}
