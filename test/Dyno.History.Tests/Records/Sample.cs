#pragma warning disable IDE0005 // other projects, which have other usings, compile this file, too
using System.Globalization;
using Dyno.Results;
using MathNet.Numerics.Distributions;

namespace Dyno.History.Tests;

/// <summary>Records of commits that were never made.</summary>
internal static class Sample
{
    public const string Release = "5e1f000000000000000000000000000000000000";

    /// <summary>The id of the commit with a number.</summary>
    public static string Commit(int number) => number.ToString("x8", CultureInfo.InvariantCulture).PadRight(40, 'a');

    /// <summary>A record of a commit.</summary>
    /// <param name="number">The number of the commit.</param>
    /// <param name="logRatio">Its rate against the yardstick, as a logarithm.</param>
    /// <param name="noise">Standard deviation of the log-ratio from commit to commit.</param>
    public static HistoryRecord Record(int number, double logRatio = 0, double noise = 0.01)
    {
        var random = new Random(number);
        var centre = logRatio + Normal.Sample(random, 0, noise * 0.7);
        double[] launches = [.. Enumerable.Range(0, 8).Select(_ => Math.Round(centre + Normal.Sample(random, 0, noise * 2), 6))];
        var mean = launches.Average();
        return new HistoryRecord
        {
            Series = "/orders",
            Comparison = $"20261127-{number:000000}-abcd",
            MeasuredAt = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero).AddHours(number),
            Commit = new CommitRecord
            {
                Id = Commit(number),
                CommittedAt = new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero).AddHours(number),
                Height = number + 1,
                Branch = "main",
                Subject = $"Change {number}"
            },
            Baseline = new ReferenceRecord("HEAD-1", Commit(number + 100_000)),
            Yardstick = new ReferenceRecord("v1.2.0", Release),
            Machine = new MachineRecord("AMD EPYC 7763", 4, "Debian 12", "X64", null),
            Tool = new ToolRecord { Version = "0.1.0", Runtime = ".NET 10.0.12" },
            Runtime = ".NET 10.0.12",
            Seed = number,
            Health = HealthState.Healthy,
            Headline = "rate",
            Pairs =
            [
                new PairRecord { Role = PairRole.Yardstick, Metrics = [Metric(mean, launches)] },
                new PairRecord { Role = PairRole.Baseline, Metrics = [Metric(0, [])] },
            ],
        };
    }

    /// <summary>The files of commits 0 … count − 1.</summary>
    public static HistoryFile[] Files(int count, Func<int, double>? level = null) =>
        [.. Enumerable.Range(0, count).Select(i => HistoryFile.Of(Record(i, level?.Invoke(i) ?? 0)))];

    private static MetricRecord Metric(double logRatio, double[] launches) => new()
    {
        Metric = "rate",
        Verdict = "same",
        Ratio = Math.Exp(logRatio),
        Low = Math.Exp(logRatio - 0.015),
        High = Math.Exp(logRatio + 0.015),
        Level = 0.95,
        Rounds = 8,
        LogRatios = [.. launches],
    };
}
