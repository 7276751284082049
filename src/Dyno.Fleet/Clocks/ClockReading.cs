namespace Dyno.Fleet;

/// <summary>The offsets between an agent's clocks and the coordinator's.</summary>
/// <param name="MonotonicOffsetNanos">The agent's monotonic clock minus the coordinator's.</param>
/// <param name="UtcOffset">The agent's wall clock minus the coordinator's.</param>
/// <param name="Uncertainty">The largest error of either offset: half of the fastest round trip.</param>
internal sealed record ClockReading(long MonotonicOffsetNanos, TimeSpan UtcOffset, TimeSpan Uncertainty)
{
    /// <summary>Computes a reading from one question. The answer was written at some moment between question and arrival, on average in the middle.</summary>
    public static ClockReading Of(long askedNanos, long heardNanos, DateTimeOffset heardAt, long agentNanos, DateTimeOffset agentUtc)
    {
        var half = (heardNanos - askedNanos) / 2;
        return new ClockReading(agentNanos - (askedNanos + half), agentUtc - (heardAt - TimeSpan.FromTicks(half / 100)), TimeSpan.FromTicks(half / 100));
    }

    /// <summary>The best of several readings: the one with the fastest round trip.</summary>
    public static ClockReading Best(IEnumerable<ClockReading> readings) => readings.MinBy(reading => reading.Uncertainty)!;

    /// <summary>Converts an instant of the coordinator's monotonic clock to the agent's.</summary>
    public long OnAgent(long coordinatorNanos) => coordinatorNanos + MonotonicOffsetNanos;

    /// <summary>Converts an instant of the agent's monotonic clock to the coordinator's.</summary>
    public long OnCoordinator(long agentNanos) => agentNanos - MonotonicOffsetNanos;
}
