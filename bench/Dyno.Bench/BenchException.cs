namespace Dyno.Bench;

/// <summary>A benchmark that cannot go on; the message is for the person who runs it.</summary>
internal sealed class BenchException(string message) : Exception(message);
