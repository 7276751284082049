namespace Dyno.Load;

/// <summary>One rule. To add one, add a line and a method to a table in Rules.</summary>
/// <param name="State">What its finding makes of the run, unless the finding says otherwise.</param>
/// <param name="Look">What the rule finds against the measurement; null for nothing.</param>
internal sealed record HealthRule(string Name, HealthState State, Func<HealthEvidence, HealthLimits, Excess?> Look);

/// <summary>What a rule finds.</summary>
internal readonly record struct Excess(string Message, double Value, double Limit, HealthState? State = null);
