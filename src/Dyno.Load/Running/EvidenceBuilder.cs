namespace Dyno.Load;

/// <summary>Collects the evidence that the health rules judge.</summary>
internal static class EvidenceBuilder
{
    public static HealthEvidence Of(
        TestPlan plan,
        FinishedPhase phase,
        PhaseResult measured,
        EnvironmentRecord environment,
        ServerObservation? server,
        RunnerOptions options) => new()
        {
            Measured = measured,
            Environment = environment,
            Server = server,
            DroppedStarts = phase.Counts.DroppedStarts,
            CutIterations = phase.Counts.CutUnasked,
            ThrownIterations = phase.Counts.ThrownIterations,
            Troubles = [.. plan.Companions.Select(c => c.Trouble).OfType<string>()],
            OutageTime = OutageTime.Of(phase),
            ClosedWorkerBusy = [.. phase.Lanes.Where(l => !l.Phase.Scheduler.IsOpen).Select(phase.BusyShareOf)],
            StalledShare = phase.Sliced?.StalledShare ?? phase.Lanes.Select(l => StalledShare(l, phase)).DefaultIfEmpty().Max(),
            Stalls = phase.Lanes.Sum(l => l.Activity.Stalls),
            ClockSkew = phase.ClockSkew,
            Exhausted = ErrorCounts.CountOf(phase.Lanes, RequestErrorKind.Exhausted),
            CalibratedRequestsPerSecond = options.CalibratedRequestsPerSecond,
        };

    private static double StalledShare(Lane lane, FinishedPhase phase)
    {
        var window = phase.WindowNanosOf(lane);
        return window <= 0 ? 0 : Math.Min(1, (double)lane.Activity.StalledNanos / window);
    }
}
