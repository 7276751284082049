namespace Dyno.Scenarios;

/// <summary>Figures of a scenario: its whole iterations, and each step. Immutable.</summary>
public sealed record ScenarioStats
{
    /// <summary>Name of the scenario.</summary>
    public required string ScenarioName { get; init; }

    /// <summary>Good iterations.</summary>
    public required MeasurementStats Ok { get; init; }

    /// <summary>Failed iterations.</summary>
    public required MeasurementStats Fail { get; init; }

    /// <summary>Figures of the scenario's steps; empty when an iteration is one request.</summary>
    public required ImmutableArray<StepStats> StepStats { get; init; }

    /// <summary>Iterations that ended.</summary>
    public long AllRequestCount => AllOkCount + AllFailCount;

    /// <summary>Iterations that were good.</summary>
    public long AllOkCount => Ok.Request.Count;

    /// <summary>Iterations that failed.</summary>
    public long AllFailCount => Fail.Request.Count;

    /// <summary>Bytes received.</summary>
    public long AllBytes => Ok.DataTransfer.AllBytes;

    /// <summary>Length of the run's measurement: to the last completion, or to the planned end where that is later.</summary>
    public required TimeSpan Duration { get; init; }

    /// <summary>The steps, and the iteration itself where it is one request.</summary>
    internal ImmutableArray<StepStats> AllSteps { get; init; } = [];

    internal static ScenarioStats Of(string name, PhaseResult measured)
    {
        var whole = measured.Scenarios.FirstOrDefault(s => s.Scenario == name);
        var steps = measured.Steps.Where(s => s.Scenario == name && !s.IsPart).ToList();
        var (good, bad) = MeasurementStats.CodesOf(steps.SelectMany(s => s.Statuses), steps.Sum(s => s.Requests - s.FailedRequests),
            steps.Sum(s => s.FailedRequests));
        return new ScenarioStats
        {
            ScenarioName = name,
            Ok = whole is null
                ? MeasurementStats.None
                : MeasurementStats.Of(whole.Iterations - whole.FailedIterations, whole.Iterations, measured, whole.Latency.Response,
                    whole.Received) with
                { StatusCodes = good },
            Fail = whole is null
                ? MeasurementStats.None
                : MeasurementStats.Of(whole.FailedIterations, whole.Iterations, measured, whole.FailedLatency?.Response, null) with { StatusCodes = bad },
            StepStats = [.. measured.Steps.Where(s => s.Scenario == name && s.Name != name && s.Requests > 0).Select(s => Scenarios.StepStats.Of(s, measured))],
            AllSteps = [.. measured.Steps.Where(s => s.Scenario == name && s.Requests > 0).Select(s => Scenarios.StepStats.Of(s, measured))],
            Duration = TimeSpan.FromSeconds(measured.DurationSeconds),
        };
    }
}

/// <summary>Figures of a step. Immutable.</summary>
public sealed record StepStats
{
    /// <summary>Name of the step.</summary>
    public required string StepName { get; init; }

    /// <summary>Good calls.</summary>
    public required MeasurementStats Ok { get; init; }

    /// <summary>Failed calls.</summary>
    public required MeasurementStats Fail { get; init; }

    /// <summary>Answers per status code from 1 to 999, ascending.</summary>
    public required ImmutableSortedDictionary<int, long> StatusCodes { get; init; }

    internal static StepStats Of(StepResult step, PhaseResult measured)
    {
        var (good, bad) = MeasurementStats.CodesOf(step.Statuses, step.Requests - step.FailedRequests, step.FailedRequests);
        return new StepStats
        {
            StepName = step.Name,
            Ok = MeasurementStats.Of(step.Requests - step.FailedRequests, step.Requests, measured, step.Latency.Response,
                step.Received) with
            { StatusCodes = good },
            Fail = MeasurementStats.Of(step.FailedRequests, step.Requests, measured, step.FailedLatency?.Response, null) with { StatusCodes = bad },
            StatusCodes = step.Statuses,
        };
    }
}
