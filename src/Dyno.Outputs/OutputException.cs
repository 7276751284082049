namespace Dyno.Outputs;

/// <summary>A live output that cannot be used for a reason the user can mend.</summary>
public sealed class OutputException : Exception
{
    /// <summary>Creates the exception.</summary>
    public OutputException(string message, string hint, Exception? inner = null) : base(message, inner) => Hint = hint;

    /// <summary>What to type instead.</summary>
    public string Hint { get; }
}
