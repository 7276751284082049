namespace Dyno.Fleet.Clocks;

/// <summary>How an agent's clocks stand against the coordinator's.</summary>
/// <param name="MonotonicOffsetNanos">What is added to the coordinator's monotonic clock to have the agent's.</param>
/// <param name="UtcOffset">What is added to the coordinator's wall clock to have the agent's.</param>
/// <param name="Uncertainty">Either may be off by so much: half of the fastest round trip.</param>
internal sealed record ClockReading(long MonotonicOffsetNanos, TimeSpan UtcOffset, TimeSpan Uncertainty)
{
    /// <summary>From one question: the answer was written at some moment between asking and hearing, in the middle on the average.</summary>
    public static ClockReading Of(long askedNanos, long heardNanos, DateTimeOffset heardAt, long agentNanos, DateTimeOffset agentUtc)
    {
        var half = (heardNanos - askedNanos) / 2;
        return new ClockReading(agentNanos - (askedNanos + half), agentUtc - (heardAt - TimeSpan.FromTicks(half / 100)), TimeSpan.FromTicks(half / 100));
    }

    /// <summary>The best of several: the one whose round trip was the fastest.</summary>
    public static ClockReading Best(IEnumerable<ClockReading> readings) => readings.MinBy(reading => reading.Uncertainty)!;

    /// <summary>An instant of the coordinator on the agent's monotonic clock.</summary>
    public long OnAgent(long coordinatorNanos) => coordinatorNanos + MonotonicOffsetNanos;

    /// <summary>An instant of the agent's monotonic clock on the coordinator's.</summary>
    public long OnCoordinator(long agentNanos) => agentNanos - MonotonicOffsetNanos;
}
