using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;
using Dyno.Results.Comparisons;
using Dyno.Results.Problems;

namespace Dyno.Experiments.Studies;

/// <summary>
/// Reads the full JSON report of BenchmarkDotNet: each method is a variant, and each measured iteration is a round. Iterations of one
/// process are not launches, so a claim about them holds for that one process only.
/// </summary>
internal static class BenchmarkReport
{
    /// <summary>The metric that the iterations give.</summary>
    public const string Metric = "mean";

    /// <summary>The trials of a report.</summary>
    /// <param name="json">The report.</param>
    /// <param name="file">The name of the report, for messages.</param>
    /// <exception cref="UserFault">The text is not such a report.</exception>
    public static ImmutableArray<TrialRecord> Read(string json, string file)
    {
        try
        {
            var report = JsonSerializer.Deserialize<Report>(json) ?? throw new JsonException("it is null");
            return [.. report.Benchmarks.SelectMany(Trials)];
        }
        catch (JsonException wrong)
        {
            throw new UserFault($"{file} is not a full JSON report of BenchmarkDotNet: {wrong.Message}", "export with JsonExporter.Full", wrong);
        }
    }

    // The stage "Result" is the one from which BenchmarkDotNet computes its mean: without its own overhead and without outliers.
    private static IEnumerable<TrialRecord> Trials(Benchmark benchmark) =>
        from m in benchmark.Measurements
        where m is { IterationMode: "Workload", IterationStage: "Result", Operations: > 0 }
        select new TrialRecord
        {
            Round = m.IterationIndex,
            Variant = benchmark.Method,
            Outcome = TrialOutcome.Used,
            Metrics = ImmutableSortedDictionary<string, double>.Empty.Add(Metric, m.Nanoseconds / m.Operations),
        };

    private sealed record Report([property: JsonRequired] Benchmark[] Benchmarks);

    private sealed record Benchmark([property: JsonRequired] string Method, [property: JsonRequired] Measurement[] Measurements);

    private sealed record Measurement(string IterationMode, string IterationStage, int IterationIndex, long Operations, double Nanoseconds);
}
