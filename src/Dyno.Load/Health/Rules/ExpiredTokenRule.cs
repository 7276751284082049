using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Strained: requests were sent with a token that had expired, so their failures say nothing about the server.</summary>
internal sealed class ExpiredTokenRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits) => evidence.Troubles.IsEmpty ? null : new HealthFinding
    {
        Rule = "expired-token",
        State = HealthState.Strained,
        Message = string.Join(' ', evidence.Troubles),
        Value = evidence.Troubles.Length,
        Limit = 0,
    };
}
