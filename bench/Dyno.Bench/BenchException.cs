namespace Dyno.Bench;

/// <summary>A benchmark that cannot go on; the message is for the person who runs it.</summary>
internal sealed class BenchException(string message) : Exception(message)
{
    /// <summary>What had been measured before, as tables; empty for nothing.</summary>
    public string Measured { get; init; } = "";
}
