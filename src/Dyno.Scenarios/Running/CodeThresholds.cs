namespace Dyno.Scenarios;

/// <summary>The conditions in code of a run. They are judged at the end of the run, and also during the run where they ask for it.</summary>
internal sealed class CodeThresholds
{
    private readonly ImmutableArray<Entry> _entries;

    public CodeThresholds(IEnumerable<ScenarioProps> scenarios) => _entries =
        [.. scenarios.SelectMany(s => s.Thresholds.Where(t => t.Check is not null).Select(t => new Entry(s.ScenarioName, t)))];

    /// <summary>Whether any condition is judged before the end.</summary>
    public bool AreLive => _entries.Any(e => e.Threshold.AbortWhenErrorCount is not null);

    /// <summary>Judges the figures so far; true when the run must stop.</summary>
    public bool ShouldAbort(PhaseResult soFar)
    {
        var abort = false;
        foreach (var entry in _entries) abort |= entry.Look(soFar);
        return abort;
    }

    /// <summary>Judges the whole measurement. A condition that stopped the run has failed, whatever was measured afterwards.</summary>
    public IEnumerable<ThresholdRecord> Judge(PhaseResult measured) => _entries.Select(e => e.Judge(measured));

    /// <summary>Why a condition in code stopped the run; null when none did.</summary>
    public string? Reason => _entries.FirstOrDefault(e => e.HasAborted) is { } entry
        ? $"threshold crossed: {entry.Metric}: {entry.Threshold.Expression}, failed {entry.Fails} {(entry.Fails == 1 ? "time" : "times")}"
        : null;

    private sealed class Entry(string scenario, Threshold threshold)
    {
        public Threshold Threshold => threshold;

        public string Metric => threshold.StepName is null ? scenario : $"{scenario}, {threshold.StepName}";

        public int Fails { get; private set; }

        public bool HasAborted => Fails >= threshold.AbortWhenErrorCount;

        public bool Look(PhaseResult soFar)
        {
            if (threshold.AbortWhenErrorCount is null || soFar.DurationSeconds < threshold.StartCheckAfter.TotalSeconds) return false;
            var stats = ScenarioStats.Of(scenario, soFar);
            var isMissing = threshold.StepName is { } step ? stats.StepStats.All(s => s.StepName != step) : stats.AllRequestCount == 0;
            if (!isMissing && !Holds(stats)) Fails++;
            return HasAborted;
        }

        public ThresholdRecord Judge(PhaseResult measured) => new()
        {
            Metric = Metric,
            Expression = threshold.Expression,
            Passed = !HasAborted && Holds(ScenarioStats.Of(scenario, measured)),
            Value = 0,
            Aborted = HasAborted,
        };

        // A condition that throws does not hold: most often it asks for a step that never ran.
        private bool Holds(ScenarioStats stats)
        {
            try
            {
                return threshold.Check!(stats);
            }
            catch (Exception)
            {
                return false;
            }
        }
    }
}
