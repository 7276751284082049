using System.Text.Json.Serialization;

namespace Dyno.Experiments;

/// <summary>
/// Reads the full JSON report of BenchmarkDotNet: each method is a variant. One report is one round, whose figure is the mean that
/// BenchmarkDotNet itself gives, because iterations of one process are not launches.
/// </summary>
internal static class BenchmarkReport
{
    public const string Metric = "mean";

    /// <summary>The trials of a report, one for each method.</summary>
    /// <param name="file">The name of the report, for messages.</param>
    /// <exception cref="UserFault">The text is not such a report.</exception>
    public static ImmutableArray<TrialRecord> Read(string json, string file, int round)
    {
        try
        {
            var report = JsonSerializer.Deserialize<Report>(json) ?? throw new JsonException("it is null");
            return [.. report.Benchmarks.Select(b => (b.Method, Means: MeansOf(b).ToList())).Where(b => b.Means.Count > 0).Select(b => new TrialRecord
            {
                Round = round,
                Variant = b.Method,
                Outcome = TrialOutcome.Used,
                Metrics = ImmutableSortedDictionary<string, double>.Empty.Add(Metric, b.Means.Average()),
            })];
        }
        catch (JsonException wrong)
        {
            throw new UserFault($"{file} is not a full JSON report of BenchmarkDotNet: {wrong.Message}", "export with JsonExporter.Full", wrong);
        }
    }

    // The stage "Result" is the one from which BenchmarkDotNet computes its mean: without its own overhead and without outliers.
    private static IEnumerable<double> MeansOf(Benchmark benchmark) =>
        from m in benchmark.Measurements
        where m is { IterationMode: "Workload", IterationStage: "Result", Operations: > 0 }
        select m.Nanoseconds / m.Operations;

    private sealed record Report([property: JsonRequired] Benchmark[] Benchmarks);

    private sealed record Benchmark([property: JsonRequired] string Method, [property: JsonRequired] Measurement[] Measurements);

    private sealed record Measurement(string IterationMode, string IterationStage, long Operations, double Nanoseconds);
}
