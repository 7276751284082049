namespace Dyno.Outputs.Queues;

/// <summary>What became of the points of one output.</summary>
/// <param name="Output">As the user spelled it, without secrets.</param>
/// <param name="Sent">Points it took.</param>
/// <param name="Lost">Points it did not take.</param>
/// <param name="Reason">Why the first one was lost; null when none was.</param>
public sealed record OutputEnding(string Output, int Sent, int Lost, string? Reason);
