namespace Dyno.Fleet;

/// <summary>Judges the thresholds that may end a run, on what all agents have measured so far.</summary>
internal static class LiveThresholds
{
    /// <summary>The thresholds that are crossed now and whose delay is over.</summary>
    public static List<ThresholdRecord> Crossed(IReadOnlyCollection<FleetAgent> agents, TimeSpan elapsed, DateTimeOffset now)
    {
        var runs = agents.Where(agent => agent.SoFar is not null).Select(agent => SoFar(agent, now)).ToList();
        if (runs.Count == 0) return [];
        var due = agents.SelectMany(agent => agent.Aborting).Where(threshold => elapsed.TotalSeconds > threshold.DelaySeconds).ToHashSet();
        // A threshold that has no value yet is not judged, as in a run of one machine.
        return [.. RunMerge.Judge(runs).Where(judged => !judged.Passed && !judged.LacksGoodAnswers && runs.Exists(run => run.Measured.Totals.Requests > 0)
            && due.Any(threshold => (threshold.Metric, threshold.Expression) == (judged.Metric, judged.Expression)))];
    }

    private static RunResult SoFar(FleetAgent agent, DateTimeOffset now) => ReportedRun.Of(agent, agent.SoFar!, now) with
    {
        Thresholds = [.. agent.Aborting.Select(threshold => new ThresholdRecord
        {
            Metric = threshold.Metric, Expression = threshold.Expression, Passed = true, Value = 0,
        })],
    };
}
