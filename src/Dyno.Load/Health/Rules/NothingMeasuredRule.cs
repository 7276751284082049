using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Void: a run that ended in its set-up or its warm-up has no numbers, so the other rules find nothing.</summary>
internal sealed class NothingMeasuredRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        if (evidence.Measured.DurationSeconds > 0) return null;
        return new HealthFinding
        {
            Rule = "nothing-measured",
            State = HealthState.Void,
            Message = "nothing was measured: the run ended before its measurement began.",
            Value = 0,
            Limit = 0,
        };
    }
}
