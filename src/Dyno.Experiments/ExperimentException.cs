namespace Dyno.Experiments;

/// <summary>An experiment that cannot be made now, although nothing is wrong with it.</summary>
/// <param name="message">What is in the way.</param>
/// <param name="hint">What to do.</param>
public sealed class ExperimentException(string message, string hint) : Exception(message)
{
    /// <summary>What to do.</summary>
    public string Hint { get; } = hint;
}
