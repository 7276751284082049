namespace Dyno.K6;

/// <summary>
/// How many virtual users are made before the start: the most that the scenarios need at one time, each from its start to
/// the end of its graceful stop.
/// </summary>
internal static class PlannedUsers
{
    public static int Of(K6Options options)
    {
        var most = 0;
        foreach (var moment in options.Scenarios.Select(s => s.StartTime))
            most = Math.Max(most, options.Scenarios.Where(s => s.StartTime <= moment && moment < EndOf(s)).Sum(s => UsersOf(s, options)));
        return most;
    }

    /// <summary>The most users that all scenarios together may need.</summary>
    public static int MostOf(K6Options options) =>
        options.Scenarios.Sum(s => s.Executor.CreatePacers(options.Segment, 1, 0).Sum(p => p.MaxVirtualUsers));

    private static TimeSpan EndOf(ScenarioOptions scenario) => scenario.StartTime + scenario.Executor.Length + scenario.GracefulStop;

    private static int UsersOf(ScenarioOptions scenario, K6Options options) =>
        scenario.Executor.CreatePacers(options.Segment, 1, 0).Sum(p => p.PreAllocatedVirtualUsers);
}
