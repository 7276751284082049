namespace Dyno.Load;

/// <summary>The current state of a threshold during the run.</summary>
/// <param name="Passes">Whether the threshold would pass if the run ended now.</param>
/// <param name="Value">The value that the threshold would be judged on, in the metric's unit (times: milliseconds).</param>
public sealed record ThresholdStanding(string Metric, string Expression, bool Passes, double Value);
