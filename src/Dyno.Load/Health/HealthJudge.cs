using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Load.Health;

/// <summary>Judges whether the numbers of a run can be trusted. A pure function of the evidence and the limits.</summary>
public static class HealthJudge
{
    private static readonly ImmutableArray<IHealthRule> Rules =
    [
        new NothingMeasuredRule(),
        new NoGoodAnswerRule(),
        new DroppedStartsRule(),
        new StartLagRule(),
        new SaturationRule(),
        new StallRule(),
        new ClockRule(),
        new ExhaustionRule(),
        new ErrorRule(),
        new CutIterationsRule(),
        new ExceptionRule(),
        new ExpiredTokenRule(),
        new RedirectRule(),
        new ResendRule(),
        new ThrottledRule(),
        new OutageRule(),
        new UnfinishedWarmUpRule(),
        new ColdStartRule(),
        new LoadAverageRule(),
        new StealRule(),
        new OtherProcessesRule(),
        new CeilingRule(),
    ];

    /// <summary>Judges the evidence by every rule. The most severe findings come first.</summary>
    public static HealthRecord Judge(HealthEvidence evidence, HealthLimits limits)
    {
        ArgumentNullException.ThrowIfNull(evidence);
        ArgumentNullException.ThrowIfNull(limits);
        ImmutableArray<HealthFinding> findings =
            [.. Rules.Select(r => r.Look(evidence, limits)).OfType<HealthFinding>().OrderByDescending(f => f.State)];
        return new HealthRecord { State = findings.IsEmpty ? HealthState.Healthy : findings[0].State, Findings = findings };
    }
}
