using System.Collections.Immutable;
using Dyno.Results.Runs;

namespace Dyno.Scenarios;

/// <summary>Figures of the good, or of the failed, calls of a step or iterations of a scenario. Immutable.</summary>
/// <param name="Request">How many.</param>
/// <param name="Latency">How long, in milliseconds, from the moment at which each was due.</param>
/// <param name="DataTransfer">How much was received.</param>
public sealed record MeasurementStats(RequestStats Request, LatencyStats Latency, DataTransferStats DataTransfer)
{
    /// <summary>
    /// How often each status code came, ascending. Where good and failed calls had codes from 1 to 999, those from 200 to 399 stand with
    /// the good ones and the others with the failed ones.
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

/// <summary>How many.</summary>
/// <param name="Count">Number.</param>
/// <param name="RPS">Per second of the time in which they completed.</param>
/// <param name="Percent">Of all, good and failed, 0 to 100.</param>
public sealed record RequestStats(long Count, double RPS, double Percent);

/// <summary>How much was received, in bytes.</summary>
/// <param name="MinBytes">Smallest.</param>
/// <param name="MeanBytes">Mean.</param>
/// <param name="MaxBytes">Largest.</param>
/// <param name="AllBytes">All.</param>
public sealed record DataTransferStats(long MinBytes, long MeanBytes, long MaxBytes, long AllBytes)
{
    /// <summary>Not measured: an upper bound of it.</summary>
    [Obsolete("Dyno keeps no percentiles of sizes; this is MaxBytes, which is not smaller")]
    public long Percent99 => MaxBytes;

    /// <summary>Not measured: an upper bound of it.</summary>
    [Obsolete("Dyno keeps no percentiles of sizes; this is MaxBytes, which is not smaller")]
    public long Percent95 => MaxBytes;
}

/// <summary>How often a status code came.</summary>
/// <param name="StatusCode">Its number; of gRPC its name, such as <c>RESOURCE_EXHAUSTED</c>.</param>
/// <param name="IsError">Whether the calls counted as failed.</param>
/// <param name="Count">How often.</param>
public sealed record StatusCodeStats(string StatusCode, bool IsError, long Count);

/// <summary>How long, in milliseconds; percentiles at most 0.1 % off. All 0 when there was none.</summary>
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
