using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>One rule. To add one, add a file in Rules and a line in <see cref="HealthJudge"/>.</summary>
internal interface IHealthRule
{
    /// <summary>What speaks against the measurement; null when nothing does.</summary>
    HealthFinding? Look(HealthEvidence evidence, HealthLimits limits);
}
