namespace Dyno.Results;

/// <summary>A result that cannot be read or written for a reason the user can mend.</summary>
public sealed class ResultException : Exception
{
    /// <summary>Creates the exception.</summary>
    /// <param name="message">What is wrong, with the path.</param>
    /// <param name="hint">What to do or type instead.</param>
    /// <param name="inner">The failure below.</param>
    public ResultException(string message, string hint, Exception? inner = null) : base(message, inner) => Hint = hint;

    /// <summary>What to do or type instead.</summary>
    public string Hint { get; }
}
