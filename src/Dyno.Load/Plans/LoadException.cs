namespace Dyno.Load.Plans;

/// <summary>
/// A load that cannot run for a reason the user can mend: the message says what, the hint what to type instead.
/// </summary>
public sealed class LoadException : Exception
{
    /// <summary>Creates the exception.</summary>
    public LoadException(string message, string? hint = null, Exception? inner = null) : base(message, inner) => Hint = hint;

    /// <summary>What to do or type instead; null when the message says it.</summary>
    public string? Hint { get; }
}
