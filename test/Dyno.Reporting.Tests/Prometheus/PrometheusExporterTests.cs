using System.Globalization;

namespace Dyno.Reporting.Tests;

public sealed partial class PrometheusExporterTests
{
    [Fact]
    public void Writes_each_family_with_its_type() => Approval.Verify(Of(SampleRuns.Open()), "open");

    [Fact]
    public void Has_buckets_that_add_up()
    {
        var run = SampleRuns.Open();
        var buckets = Of(run).Split('\n').Where(line => line.StartsWith("dyno_response_time_seconds_bucket", StringComparison.Ordinal))
            .Select(line => long.Parse(line.Split(' ')[^1], CultureInfo.InvariantCulture)).ToList();

        buckets.ShouldBe(buckets.Order());
        buckets[^1].ShouldBe(run.Measured.Latency.Response.Count);
    }

    [Fact]
    public void Keeps_to_the_grammar_of_the_text_format_whatever_a_result_holds() =>
        Of(HostileRun.Of(SampleRuns.Errors())).TrimEnd('\n').Split('\n').ShouldAllBe(line => Line().IsMatch(line));

    private static string Of(RunResult run) => RunExporters.For("prometheus").Export(run, new ReportStyle(100, HasColour: false));

    // https://prometheus.io/docs/instrumenting/exposition_formats: a comment, or a name with labels and a number.
    [GeneratedRegex("""^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+\{([a-z_]+="([^"\\\n]|\\["\\n])*",?)*\} (\+Inf|-?[0-9.]+))$""")]
    private static partial Regex Line();
}
