namespace Dyno.Scenarios;

/// <summary>The figures of a run. Immutable. <see cref="Result"/> is the whole document behind them.</summary>
public sealed class NodeStats
{
    internal NodeStats(RunResult result, TestInfo testInfo, NodeInfo nodeInfo, ImmutableArray<string> reportFiles)
    {
        Result = result;
        TestInfo = testInfo;
        NodeInfo = nodeInfo;
        ReportFiles = reportFiles;
        ScenarioStats = [.. result.Plan.Scenarios.Select(s => Scenarios.ScenarioStats.Of(s.Name, result.Measured))];
    }

    /// <summary>The scenarios in the order of their registration.</summary>
    public ImmutableArray<ScenarioStats> ScenarioStats { get; }

    /// <summary>The run.</summary>
    public TestInfo TestInfo { get; }

    /// <summary>The machine.</summary>
    public NodeInfo NodeInfo { get; }

    /// <summary>Full paths of the reports that were written.</summary>
    public ImmutableArray<string> ReportFiles { get; }

    /// <summary>Every threshold and whether it held.</summary>
    public ImmutableArray<ThresholdRecord> Thresholds => Result.Thresholds;

    /// <summary>The figures of your own that were registered.</summary>
    public MetricStats Metrics { get; internal init; } = new([], []);

    /// <summary>Iterations that ended.</summary>
    public long AllRequestCount => ScenarioStats.Sum(s => s.AllRequestCount);

    /// <summary>Iterations that were good.</summary>
    public long AllOkCount => ScenarioStats.Sum(s => s.AllOkCount);

    /// <summary>Iterations that failed.</summary>
    public long AllFailCount => ScenarioStats.Sum(s => s.AllFailCount);

    /// <summary>Bytes received.</summary>
    public long AllBytes => ScenarioStats.Sum(s => s.AllBytes);

    /// <summary>Length of the measurement: to the last completion, or to the planned end where that is later. Rates are divided by this time.</summary>
    public TimeSpan Duration => TimeSpan.FromSeconds(Result.Measured.DurationSeconds);

    /// <summary>The whole result: distributions, series, environment, health.</summary>
    public RunResult Result { get; }

    /// <summary>The exit code of the run: 0, or 99 when a threshold failed, 105 when the run was interrupted, 1 when the run could not continue.</summary>
    public int ExitCode => Result.Outcome switch
    {
        RunOutcome.Interrupted or RunOutcome.Aborted => 105,
        RunOutcome.Failed => 1,
        _ => Result.Thresholds.All(t => t.Passed) ? 0 : 99,
    };
}

/// <summary>Finds statistics by name.</summary>
public static class StatsExtensions
{
    /// <summary>The figures of a scenario.</summary>
    /// <exception cref="ArgumentException">There is no scenario of this name; the message lists the names that exist.</exception>
    public static ScenarioStats Get(this IEnumerable<ScenarioStats> stats, string scenarioName) => Find(
        stats, s => s.ScenarioName == scenarioName, s => s.ScenarioName, $"scenario '{scenarioName}'");

    /// <summary>The figures of a step.</summary>
    /// <exception cref="ArgumentException">There is no step of this name; the message lists the names that exist.</exception>
    public static StepStats Get(this IEnumerable<StepStats> stats, string stepName) => Find(
        stats, s => s.StepName == stepName, s => s.StepName, $"step '{stepName}'");

    /// <summary>The first scenario that meets a condition; null when there is none.</summary>
    public static ScenarioStats? Find(this IEnumerable<ScenarioStats> stats, Func<ScenarioStats, bool> isIt) => stats.FirstOrDefault(isIt);

    /// <summary>The first step that meets a condition; null when there is none.</summary>
    public static StepStats? Find(this IEnumerable<StepStats> stats, Func<StepStats, bool> isIt) => stats.FirstOrDefault(isIt);

    /// <summary>Whether a scenario meets a condition.</summary>
    public static bool Exists(this IEnumerable<ScenarioStats> stats, Func<ScenarioStats, bool> isIt) => stats.Any(isIt);

    /// <summary>Whether a scenario of this name has run.</summary>
    public static bool Exists(this IEnumerable<ScenarioStats> stats, string scenarioName) => stats.Any(s => s.ScenarioName == scenarioName);

    /// <summary>Whether a step meets a condition.</summary>
    public static bool Exists(this IEnumerable<StepStats> stats, Func<StepStats, bool> isIt) => stats.Any(isIt);

    /// <summary>Whether a step of this name has run.</summary>
    public static bool Exists(this IEnumerable<StepStats> stats, string stepName) => stats.Any(s => s.StepName == stepName);

    /// <summary>The counter of this name.</summary>
    /// <exception cref="ArgumentException">There is no counter of this name; the message lists the names that exist.</exception>
    public static CounterStats Get(this IEnumerable<CounterStats> stats, string metricName) => Find(
        stats, s => s.MetricName == metricName, s => s.MetricName, $"metric '{metricName}'");

    /// <summary>The gauge of this name.</summary>
    /// <exception cref="ArgumentException">There is no gauge of this name; the message lists the names that exist.</exception>
    public static GaugeStats Get(this IEnumerable<GaugeStats> stats, string metricName) => Find(
        stats, s => s.MetricName == metricName, s => s.MetricName, $"metric '{metricName}'");

    private static T Find<T>(IEnumerable<T> stats, Func<T, bool> isIt, Func<T, string> nameOf, string wanted) =>
        stats.FirstOrDefault(isIt) ?? throw new ArgumentException($"no {wanted} has run; these have: {string.Join(", ", stats.Select(nameOf))}");
}
