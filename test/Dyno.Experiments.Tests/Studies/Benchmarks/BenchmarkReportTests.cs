namespace Dyno.Experiments.Tests;

public sealed class BenchmarkReportTests
{
    [Fact]
    public void Each_method_is_a_variant_with_the_mean_of_its_result_iterations()
    {
        const string json = """
            { "Benchmarks": [ { "Method": "Minimal_Json_Get", "Statistics": { "Mean": 48 }, "Measurements": [
                { "IterationMode": "Overhead", "IterationStage": "Actual", "LaunchIndex": 1, "IterationIndex": 1, "Operations": 8192, "Nanoseconds": 1 },
                { "IterationMode": "Workload", "IterationStage": "Actual", "LaunchIndex": 1, "IterationIndex": 1, "Operations": 8192, "Nanoseconds": 9 },
                { "IterationMode": "Workload", "IterationStage": "Result", "LaunchIndex": 1, "IterationIndex": 1, "Operations": 1000, "Nanoseconds": 48000000 },
                { "IterationMode": "Workload", "IterationStage": "Result", "LaunchIndex": 1, "IterationIndex": 2, "Operations": 1000, "Nanoseconds": 50000000 } ] } ] }
            """;
        var trials = BenchmarkReport.Read(json, "report.json", 3);
        trials.Select(t => (t.Variant, t.Round, t.Metrics["mean"])).ShouldBe([("Minimal_Json_Get", 3, 49_000)]);
    }

    [Theory]
    [InlineData("")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("{\"Benchmarks\": [{}]}")]
    [InlineData("null")]
    public void Anything_else_is_named(string json) =>
        Should.Throw<UserFault>(() => BenchmarkReport.Read(json, "report.json", 1)).Message
            .ShouldStartWith("report.json is not a full JSON report of BenchmarkDotNet");
}
