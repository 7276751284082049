namespace Dyno.Outputs;

/// <summary>How many points one output received and lost.</summary>
/// <param name="Output">The output as the user spelled it, without secrets.</param>
/// <param name="Sent">Number of points that the output accepted.</param>
/// <param name="Lost">Number of points that the output did not accept.</param>
/// <param name="Reason">Why the first point was lost; null when no point was lost.</param>
public sealed record OutputEnding(string Output, int Sent, int Lost, string? Reason);
