namespace Dyno.Load.Running;

/// <summary>A threshold while the run goes on.</summary>
/// <param name="Metric">The metric with its tags.</param>
/// <param name="Expression">The expression as written.</param>
/// <param name="Passes">Whether it would hold if the run ended now.</param>
/// <param name="Value">The value it would be judged on, in the metric's unit (times: milliseconds).</param>
public sealed record ThresholdStanding(string Metric, string Expression, bool Passes, double Value);
