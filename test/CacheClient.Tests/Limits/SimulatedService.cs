namespace CacheClient.Tests;

/// <summary>
/// A service at a distance whose throughput follows the Universal Scalability Law (Gunther 1993): with N calls in flight it
/// serves γN ÷ (1 + α(N − 1) + βN(N − 1)), and never more than N in a round trip. Endless callers wait for each permit.
/// </summary>
internal sealed class SimulatedService(TimeSpan roundTrip, double perCaller = 6_000, double contention = 0.1, double coherency = 0.0001)
{
    /// <summary>Relative noise of each call's time, uniform.</summary>
    public double Noise { get; init; } = 0.2;

    /// <summary>Calls a second with so many in flight.</summary>
    public double Rate(int inFlight)
    {
        double n = inFlight;
        var law = perCaller * n / (1 + contention * (n - 1) + coherency * n * (n - 1));
        return Math.Min(law, n / Math.Max(roundTrip.TotalSeconds, 1e-9));
    }

    /// <summary>The best that any fixed number of calls in flight reaches.</summary>
    public double BestRate(int max) => Enumerable.Range(1, max).Max(Rate);

    /// <summary>Lets calls end one by one for so long; the limit sees each of them.</summary>
    public void Run(IConcurrencyLimit limit, SteppedTime time, TimeSpan length, Random random, bool queued = true)
    {
        var end = time.Now + length.Ticks;
        while (time.Now < end)
        {
            var inFlight = limit.Current;
            var rate = Rate(inFlight);
            var noise = 1 + Noise * (random.NextDouble() * 2 - 1);
            time.Advance(TimeSpan.FromTicks(Math.Max(1, (long)(TimeSpan.TicksPerSecond / rate * noise))));
            limit.Observe(new CallSample(time.Now, TimeSpan.FromSeconds(inFlight / rate * noise), inFlight, queued, Dropped: false));
        }
    }
}
