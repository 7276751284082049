namespace Dyno.Load;

/// <summary>Builds a phase's part of the result document from the records of its workers.</summary>
internal sealed class PhaseResultBuilder(FinishedPhase phase, WorkloadMetrics? metrics = null)
{
    private readonly ImmutableArray<Lane> _lanes = phase.Lanes;
    private readonly double _seconds = phase.DurationSeconds;

    public PhaseResult Build()
    {
        var steps = _lanes.SelectMany(l => l.Requests).ToList();
        return new PhaseResult
        {
            DurationSeconds = _seconds,
            ReachedLevel = phase.ReachedLevel,
            Totals = Totals(),
            Latency = LatencyFigures.Pair([.. steps.Select(s => (s.Response, s.Service))]),
            FailedLatency = FailedLatencyOf(steps),
            AllLatency = AllLatencyOf(steps),
            IterationDuration = LatencyFigures.Pair(
                [.. _lanes.Select(l => (l.Recorder.IterationResponse, l.Recorder.IterationService))]),
            StartLag = phase.Counts.HasOpen
                ? LatencyFigures.Of(_lanes.Select(l => l.Recorder.StartLag).OfType<Histogram>()) : null,
            Connecting = LatencyFigures.OfAny(_lanes.Select(l => l.Recorder.Connecting)),
            TlsHandshaking = LatencyFigures.OfAny(_lanes.Select(l => l.Recorder.TlsHandshaking)),
            Upgrading = LatencyFigures.OfAny(_lanes.Select(l => l.Recorder.Upgrading)),
            Steps = [.. ByScenario().SelectMany(StepResults)],
            Scenarios = [.. ByScenario().Select(ScenarioResult).OfType<ScenarioResult>()],
            Errors = ErrorCounts.Results(_lanes),
            Statuses = Statuses(steps),
            Checks = [.. ByScenario().SelectMany(CheckResults).GroupBy(c => c.Name).Select(Sum)],
            Traces = TraceResults.Of(phase),
            Series = phase.Series.Build(),
            IntervalSeconds = phase.Series.IntervalSeconds,
            Metrics = metrics?.Read() ?? [],
        };
    }

    private IEnumerable<List<Lane>> ByScenario() =>
        _lanes.GroupBy(l => l.ScenarioIndex).OrderBy(g => g.Key).Select(g => g.ToList());

    private Totals Totals()
    {
        var counts = phase.Counts;
        return new Totals
        {
            Requests = counts.Requests,
            FailedRequests = counts.FailedRequests,
            RequestsPerSecond = PerSecond(counts.Requests),
            Iterations = counts.Iterations,
            IterationsPerSecond = PerSecond(counts.Iterations),
            OfferedIterationsPerSecond = counts.HasOpen && phase.OfferedSeconds > 0
                ? counts.PlannedStarts / phase.OfferedSeconds : null,
            PlannedStarts = counts.HasOpen ? counts.PlannedStarts : null,
            DroppedStarts = counts.HasOpen ? counts.DroppedStarts : null,
            DroppedIterations = counts.DroppedIterations,
            LateStarts = counts.LateStarts,
            InterruptedIterations = counts.InterruptedIterations,
            CutAtEnd = counts.CutAtEnd,
            Redirects = counts.Redirects,
            ConnectionsOpened = counts.ConnectionsOpened,
            Reconnects = counts.Reconnects,
            Resends = counts.Resends,
            BytesSent = counts.BytesSent,
            BytesReceived = counts.BytesReceived,
            MaxVirtualUsers = counts.MaxActive,
        };
    }

    private IEnumerable<StepResult> StepResults(List<Lane> lanes)
    {
        var records = lanes[0].Plan.Workload.Steps;
        for (var i = 0; i < records.Length; i++)
        {
            var index = i;
            var step = StepResult(lanes[0].Plan.Name, records[i],
                [.. lanes.Where(l => index < l.Recorder.Steps.Length).Select(l => l.Recorder.Steps[index])]);
            if (step.Requests > 0 || !lanes[0].Plan.Workload.SharesSteps) yield return step;
        }
    }

    private StepResult StepResult(string scenario, StepRecord record, List<StepRecorder> parts)
    {
        var failed = parts.Sum(s => s.FailedService.Count);
        var requests = parts.Sum(s => s.Service.Count) + failed;
        var statuses = Statuses(parts);
        var answers = parts.Sum(s => s.Statuses[0]) + statuses.Values.Sum();
        return new StepResult
        {
            Scenario = scenario,
            Name = record.Name,
            IsPart = record.IsPart,
            Requests = requests,
            FailedRequests = failed,
            RequestsPerSecond = PerSecond(requests),
            Latency = LatencyFigures.Pair([.. parts.Select(s => (s.Response, s.Service))]),
            FailedLatency = FailedLatencyOf(parts),
            AllLatency = AllLatencyOf(parts),
            MeanResponseBytes = answers == 0 ? 0 : (double)parts.Sum(s => s.BytesReceived) / answers,
            Received = ReceivedBy(parts),
            Statuses = statuses,
        };
    }

    private ScenarioResult? ScenarioResult(List<Lane> lanes)
    {
        var parts = lanes.Select(l => l.Recorder.Whole).OfType<StepRecorder>().ToList();
        if (parts.Count == 0) return null;
        var failed = parts.Sum(s => s.FailedService.Count);
        var iterations = parts.Sum(s => s.Service.Count) + failed;
        return new ScenarioResult
        {
            Scenario = lanes[0].Plan.Name,
            Iterations = iterations,
            FailedIterations = failed,
            IterationsPerSecond = PerSecond(iterations),
            Latency = LatencyFigures.Pair([.. parts.Select(s => (s.Response, s.Service))]),
            FailedLatency = FailedLatencyOf(parts),
            AllLatency = AllLatencyOf(parts),
            Received = ReceivedBy(parts),
        };
    }

    private static LatencyPair? FailedLatencyOf(List<StepRecorder> parts) => parts.All(s => s.FailedService.Count == 0)
        ? null : LatencyFigures.Pair([.. parts.Select(s => (s.FailedResponse, s.FailedService))]);

    private static LatencyPair? AllLatencyOf(List<StepRecorder> parts) => parts.All(s => s.FailedService.Count == 0) ? null
        : LatencyFigures.Pair([.. parts.Select(s => (s.Response, s.Service)), .. parts.Select(s => (s.FailedResponse, s.FailedService))]);

    private static ReceivedBytes ReceivedBy(List<StepRecorder> parts) => new()
    {
        Min = parts.Where(s => s.Service.Count > 0).Select(s => s.MinBytes).DefaultIfEmpty().Min(),
        Max = parts.Select(s => s.MaxBytes).DefaultIfEmpty().Max(),
        Total = parts.Sum(s => s.BytesReceived),
    };

    private static IEnumerable<CheckResult> CheckResults(List<Lane> lanes) =>
        lanes[0].Plan.Workload.Checks.Select((name, i) => new CheckResult
        {
            Name = name,
            Passes = lanes.Sum(l => i < l.Recorder.CheckPasses.Length ? l.Recorder.CheckPasses[i] : 0),
            Fails = lanes.Sum(l => i < l.Recorder.CheckFails.Length ? l.Recorder.CheckFails[i] : 0),
        });

    // Checks of the same name in several scenarios are added up to one check.
    private static CheckResult Sum(IGrouping<string, CheckResult> same) =>
        new() { Name = same.Key, Passes = same.Sum(c => c.Passes), Fails = same.Sum(c => c.Fails) };

    private static ImmutableSortedDictionary<int, long> Statuses(IReadOnlyCollection<StepRecorder> parts)
    {
        var sums = ImmutableSortedDictionary.CreateBuilder<int, long>();
        for (var status = 1; status < StepRecorder.StatusLimit; status++)
        {
            var count = parts.Sum(p => p.Statuses[status]);
            if (count > 0) sums[status] = count;
        }

        return sums.ToImmutable();
    }

    private double PerSecond(long count) => _seconds > 0 ? count / _seconds : 0;
}
