namespace Dyno.Scenarios;

/// <summary>Figures of the good, or of the failed, calls of a step or iterations of a scenario. Immutable.</summary>
/// <param name="Request">Number and rate.</param>
/// <param name="Latency">Times in milliseconds, from the moment at which each call or iteration was due.</param>
/// <param name="DataTransfer">Sizes of the received data.</param>
public sealed record MeasurementStats(RequestStats Request, LatencyStats Latency, DataTransferStats DataTransfer)
{
    /// <summary>
    /// Number of calls per status code, ascending. When there were good and failed calls, codes from 200 to 399 count as good and the
    /// others as failed. Codes are from 1 to 999.
    /// </summary>
    public ImmutableArray<StatusCodeStats> StatusCodes { get; internal init; } = [];

    internal static (ImmutableArray<StatusCodeStats> Ok, ImmutableArray<StatusCodeStats> Fail) CodesOf(
        IEnumerable<KeyValuePair<int, long>> codes, long good, long failed)
    {
        var all = codes.GroupBy(c => c.Key).Select(g => (Code: g.Key, Count: g.Sum(c => c.Value))).OrderBy(c => c.Code).ToList();
        bool IsGood(int code) => failed == 0 || (good > 0 && code is >= 200 and < 400);
        ImmutableArray<StatusCodeStats> Those(bool areGood) =>
            [.. all.Where(c => IsGood(c.Code) == areGood).Select(c => new StatusCodeStats(GrpcStatus.Text(c.Code), !areGood, c.Count))];
        return (Those(true), Those(false));
    }

    internal static MeasurementStats None { get; } = new(new RequestStats(0, 0, 0), LatencyStats.Of(null), new DataTransferStats(0, 0, 0, 0));

    internal static MeasurementStats Of(long count, long all, PhaseResult measured, LatencyResult? latency, ReceivedBytes? received) => new(
        new RequestStats(count, measured.DurationSeconds > 0 ? count / measured.DurationSeconds : 0, all == 0 ? 0 : 100.0 * count / all),
        LatencyStats.Of(latency),
        new DataTransferStats(received?.Min ?? 0, count == 0 ? 0 : (received?.Total ?? 0) / count, received?.Max ?? 0, received?.Total ?? 0));
}

/// <summary>Number and rate of calls or iterations.</summary>
/// <param name="Count">Number.</param>
/// <param name="RPS">Number per second of the measurement.</param>
/// <param name="Percent">Share of all calls or iterations, good and failed, in percent: 0 to 100.</param>
public sealed record RequestStats(long Count, double RPS, double Percent);

/// <summary>Sizes of the received data, in bytes.</summary>
/// <param name="MinBytes">Smallest.</param>
/// <param name="MeanBytes">Mean.</param>
/// <param name="MaxBytes">Largest.</param>
/// <param name="AllBytes">Total.</param>
public sealed record DataTransferStats(long MinBytes, long MeanBytes, long MaxBytes, long AllBytes)
{
    /// <summary>Not measured: the value is an upper bound.</summary>
    [Obsolete("Dyno keeps no percentiles of sizes; this property is MaxBytes, an upper bound")]
    public long Percent99 => MaxBytes;

    /// <summary>Not measured: the value is an upper bound.</summary>
    [Obsolete("Dyno keeps no percentiles of sizes; this property is MaxBytes, an upper bound")]
    public long Percent95 => MaxBytes;
}

/// <summary>Number of calls with one status code.</summary>
/// <param name="StatusCode">The code's number; for gRPC its name, such as <c>RESOURCE_EXHAUSTED</c>.</param>
/// <param name="IsError">Whether the calls counted as failed.</param>
/// <param name="Count">Number of calls.</param>
public sealed record StatusCodeStats(string StatusCode, bool IsError, long Count);

/// <summary>Times in milliseconds; percentiles are at most 0.1 % off. All are 0 when there was no value.</summary>
/// <param name="MinMs">Exact smallest.</param>
/// <param name="MeanMs">Mean.</param>
/// <param name="MaxMs">Exact largest.</param>
/// <param name="Percent50">Half took no longer.</param>
/// <param name="Percent75">75 % took no longer.</param>
/// <param name="Percent95">95 % took no longer.</param>
/// <param name="Percent99">99 % took no longer.</param>
/// <param name="Percent999">99.9 % took no longer.</param>
/// <param name="StdDev">Standard deviation.</param>
public sealed record LatencyStats(
    double MinMs,
    double MeanMs,
    double MaxMs,
    double Percent50,
    double Percent75,
    double Percent95,
    double Percent99,
    double Percent999,
    double StdDev)
{
    internal static LatencyStats Of(LatencyResult? latency)
    {
        if (latency is null || latency.Count == 0) return new LatencyStats(0, 0, 0, 0, 0, 0, 0, 0, 0);
        double At(double quantile) => latency.Quantiles.First(q => q.Quantile == quantile).Nanos / 1e6;
        return new LatencyStats(latency.MinNanos / 1e6, latency.MeanNanos / 1e6, latency.MaxNanos / 1e6,
            At(0.5), At(0.75), At(0.95), At(0.99), At(0.999), latency.StdDevNanos / 1e6);
    }
}
