namespace Dyno.Bench;

/// <summary>A benchmark cannot continue; the message is for the person who runs it.</summary>
internal sealed class BenchException(string message) : Exception(message)
{
    /// <summary>The tables measured before the failure; empty without any.</summary>
    public string Measured { get; init; } = "";
}
