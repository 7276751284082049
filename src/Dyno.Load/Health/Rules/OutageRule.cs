using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>
/// Strained: the server gave no good answer for a part of the time. Looping users send almost nothing in that time, so neither the share
/// of failed requests nor the percentiles show it.
/// </summary>
internal sealed class OutageRule : IHealthRule
{
    public HealthFinding? Look(HealthEvidence evidence, HealthLimits limits)
    {
        var silence = evidence.OutageTime;
        if (silence.Share <= limits.Outages) return null;
        return new HealthFinding
        {
            Rule = "outages",
            State = HealthState.Strained,
            Message = $"no good answer came for {Figures.Number(silence.Seconds)} of {Figures.Number(silence.OfSeconds)} s "
                + $"({Figures.Percent(silence.Share)}, limit {Figures.Percent(limits.Outages)}), in {Figures.Count(silence.Pauses, "pause")} of more than 100 ms: "
                + "looping connections send few requests while they wait, so the percentiles hide the outage. Load with a rate (--rate) to see what users would have experienced.",
            Value = silence.Share,
            Limit = limits.Outages,
        };
    }
}
