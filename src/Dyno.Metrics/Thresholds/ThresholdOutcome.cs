namespace Dyno.Metrics;

/// <summary>The outcome of a threshold.</summary>
/// <param name="Passed">Whether it held; false also when it ended the run.</param>
/// <param name="Value">The figure it was judged on, in the metric's unit; 0 when nothing was measured.</param>
/// <param name="Aborted">Whether it ended the run.</param>
/// <param name="LacksGoodAnswers">Whether it failed because there was no good answer whose latency it could judge.</param>
public sealed record ThresholdOutcome(Threshold Threshold, bool Passed, double Value, bool Aborted, bool LacksGoodAnswers = false)
{
    /// <summary>Whether it failed because the run did not measure its figure.</summary>
    public bool IsNotMeasured { get; init; }

    /// <summary>
    /// Windows with something to judge, of a threshold that is judged window by window; null for every other one. Its value is the share that held.
    /// </summary>
    public long? Windows { get; init; }
}
