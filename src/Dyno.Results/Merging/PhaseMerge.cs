namespace Dyno.Results;

/// <summary>Merges the measurements of several runs.</summary>
internal static class PhaseMerge
{
    /// <param name="waves">Waves of runs: the runs of a wave were side by side, the waves one after the other.</param>
    public static PhaseResult Of(List<ImmutableArray<RunResult>> waves)
    {
        var phases = waves.SelectMany(wave => wave).Select(run => run.Measured).ToList();
        var duration = waves.Sum(wave => Waves.LengthOf(wave, SecondsOf));
        var (series, interval) = SeriesMerge.Of(waves);
        return new PhaseResult
        {
            DurationSeconds = duration,
            Totals = Totals(waves, phases, duration),
            Latency = LatencyMerge.Pair(phases.Select(p => p.Latency)),
            FailedLatency = LatencyMerge.PairOfAny(phases.Select(p => p.FailedLatency)),
            AllLatency = phases.All(p => p.AllLatency is null) ? null : LatencyMerge.Pair(phases.Select(p => p.Overall)),
            IterationDuration = LatencyMerge.Pair(phases.Select(p => p.IterationDuration)),
            StartLag = LatencyMerge.OfAny(phases.Select(p => p.StartLag)),
            Connecting = LatencyMerge.OfAny(phases.Select(p => p.Connecting)),
            TlsHandshaking = LatencyMerge.OfAny(phases.Select(p => p.TlsHandshaking)),
            Upgrading = LatencyMerge.OfAny(phases.Select(p => p.Upgrading)),
            Steps = [.. phases.SelectMany(p => p.Steps).GroupBy(s => (s.Scenario, s.Name)).Select(group => Step([.. group], duration))],
            Scenarios = [.. phases.SelectMany(p => p.Scenarios).GroupBy(s => s.Scenario).Select(group => Scenario([.. group], duration))],
            Errors = [.. phases.SelectMany(p => p.Errors).GroupBy(e => e.Kind)
                .Select(group => group.First() with { Count = group.Sum(e => e.Count) }).OrderByDescending(e => e.Count)],
            Statuses = Sum(phases.SelectMany(p => p.Statuses)),
            Checks = [.. phases.SelectMany(p => p.Checks).GroupBy(c => c.Name)
                .Select(group => new CheckResult { Name = group.Key, Passes = group.Sum(c => c.Passes), Fails = group.Sum(c => c.Fails) })],
            Traces = TraceMerge.Of([.. phases.Select(p => p.Traces).OfType<TraceResult>()]),
            Series = series,
            IntervalSeconds = interval,
        };
    }

    private static double SecondsOf(RunResult run) => run.Measured.DurationSeconds;

    private static Totals Totals(List<ImmutableArray<RunResult>> waves, List<PhaseResult> phases, double duration)
    {
        var totals = phases.Select(p => p.Totals).ToList();
        var (requests, iterations) = (totals.Sum(t => t.Requests), totals.Sum(t => t.Iterations));
        return totals[0] with
        {
            Requests = requests,
            FailedRequests = totals.Sum(t => t.FailedRequests),
            RequestsPerSecond = PerSecond(requests, duration),
            Iterations = iterations,
            IterationsPerSecond = PerSecond(iterations, duration),
            OfferedIterationsPerSecond = totals.All(t => t.OfferedIterationsPerSecond is null) ? null
                : PerSecond(waves.Sum(wave => wave.Max(SecondsOf) * wave.Sum(run => run.Measured.Totals.OfferedIterationsPerSecond ?? 0)), duration),
            PlannedStarts = totals.All(t => t.PlannedStarts is null) ? null : totals.Sum(t => t.PlannedStarts ?? 0),
            DroppedStarts = totals.Any(t => t.PlannedStarts is not null && t.DroppedStarts is null) || totals.All(t => t.DroppedStarts is null)
                ? null : totals.Sum(t => t.DroppedStarts ?? 0),
            DroppedIterations = totals.Sum(t => t.DroppedIterations),
            LateStarts = totals.Sum(t => t.LateStarts),
            InterruptedIterations = totals.Sum(t => t.InterruptedIterations),
            CutAtEnd = totals.Any(t => t.CutAtEnd is null) ? null : totals.Sum(t => t.CutAtEnd), // a sum over some of the runs would be too low
            Redirects = totals.Sum(t => t.Redirects),
            ConnectionsOpened = totals.Sum(t => t.ConnectionsOpened),
            Reconnects = totals.Sum(t => t.Reconnects),
            Resends = totals.Any(t => t.Resends is null) ? null : totals.Sum(t => t.Resends), // a sum over some of the runs would be too low
            BytesSent = totals.Sum(t => t.BytesSent),
            BytesReceived = totals.Sum(t => t.BytesReceived),
            MaxVirtualUsers = waves.SelectMany(Waves.Together).Max(runs => runs.Sum(run => run.Measured.Totals.MaxVirtualUsers)),
        };
    }

    private static StepResult Step(List<StepResult> parts, double duration)
    {
        var requests = parts.Sum(p => p.Requests);
        return parts[0] with
        {
            Requests = requests,
            FailedRequests = parts.Sum(p => p.FailedRequests),
            RequestsPerSecond = PerSecond(requests, duration),
            Latency = LatencyMerge.Pair(parts.Select(p => p.Latency)),
            FailedLatency = LatencyMerge.PairOfAny(parts.Select(p => p.FailedLatency)),
            AllLatency = parts.All(p => p.AllLatency is null) ? null : LatencyMerge.Pair(parts.Select(p => p.Overall)),
            Received = parts.Any(p => p.Received is null) ? null : Received([.. parts.Select(p => p.Received!)]),
            MeanResponseBytes = requests == 0 ? 0 : parts.Sum(p => p.MeanResponseBytes * p.Requests) / requests,
            Statuses = Sum(parts.SelectMany(p => p.Statuses)),
        };
    }

    private static ScenarioResult Scenario(List<ScenarioResult> parts, double duration)
    {
        var iterations = parts.Sum(p => p.Iterations);
        return parts[0] with
        {
            Iterations = iterations,
            FailedIterations = parts.Sum(p => p.FailedIterations),
            IterationsPerSecond = PerSecond(iterations, duration),
            Latency = LatencyMerge.Pair(parts.Select(p => p.Latency)),
            FailedLatency = LatencyMerge.PairOfAny(parts.Select(p => p.FailedLatency)),
            AllLatency = parts.All(p => p.AllLatency is null) ? null : LatencyMerge.Pair(parts.Select(p => p.Overall)),
            Received = Received([.. parts.Select(p => p.Received)]),
        };
    }

    // A run without a good answer has the smallest size 0, which is not the size of an answer.
    private static ReceivedBytes Received(List<ReceivedBytes> parts) => new()
    {
        Min = parts.Select(p => p.Min).Where(min => min > 0).DefaultIfEmpty(0).Min(),
        Max = parts.Max(p => p.Max),
        Total = parts.Sum(p => p.Total),
    };

    private static ImmutableSortedDictionary<int, long> Sum(IEnumerable<KeyValuePair<int, long>> statuses) =>
        statuses.GroupBy(s => s.Key).ToImmutableSortedDictionary(group => group.Key, group => group.Sum(s => s.Value));

    private static double PerSecond(double count, double seconds) => seconds > 0 ? count / seconds : 0;
}
