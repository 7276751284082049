namespace Dyno.K6.Tests;

/// <summary>Parts of metrics have the names that thresholds gave them, wherever a script or a tool of k6 looks for them.</summary>
public sealed class PartNamesTests
{
    private const string Written = "sold{shop:one,city:\"Århus\"}";

    private const string Script = """
        import { Counter } from 'k6/metrics';
        const sold = new Counter('sold');
        export const options = { thresholds: { 'sold{shop:one,city:"Århus"}': ['count==3'], 'sold{ kind : a }': [] } };
        export default function () { sold.add(3, { city: 'Århus', shop: 'one', kind: 'a' }); sold.add(1); }
        """;

    [Theory]
    [InlineData(VuLayout.Isolated)]
    [InlineData(VuLayout.Dense)]
    public async Task HandleSummary_finds_a_part_under_the_key_of_its_threshold(VuLayout layout)
    {
        var run = await ScriptRunner.RunAsync(
            Script + "export function handleSummary(data) { return { stdout: JSON.stringify(data.metrics) } }", change: r => r with { Layout = layout });

        using var metrics = JsonDocument.Parse(run.Outputs.Single().Text);
        var part = metrics.RootElement.GetProperty(Written);
        part.GetProperty("values").GetProperty("count").GetDouble().ShouldBe(3);
        part.GetProperty("thresholds").GetProperty("count==3").GetProperty("ok").GetBoolean().ShouldBeTrue();
        metrics.RootElement.GetProperty("sold{kind : a}").GetProperty("values").GetProperty("count").GetDouble().ShouldBe(3);
    }

    [Fact]
    public async Task Summary_and_export_name_it_alike()
    {
        var run = await ScriptRunner.RunAsync(Script);

        run.Summary.ShouldContain("{ shop:one,city:\"Århus\" }");
        using var export = JsonDocument.Parse(run.ExportJson);
        export.RootElement.GetProperty("metrics").GetProperty(Written).GetProperty("thresholds").GetProperty("count==3").GetBoolean().ShouldBeFalse();
    }

    [Fact]
    public async Task Out_json_names_it_alike_and_has_its_tags_as_they_are()
    {
        var file = Path.Combine(Path.GetTempPath(), $"dyno-{Guid.NewGuid():n}.json");
        try
        {
            await ScriptRunner.RunAsync(Script, change: r => r with { Outputs = [$"json={file}"] });
            var line = (await File.ReadAllLinesAsync(file, TestContext.Current.CancellationToken))
                .First(l => l.Contains("\"type\":\"Metric\"", StringComparison.Ordinal) && l.Contains("\"name\":\"sold\"", StringComparison.Ordinal));
            using var metric = JsonDocument.Parse(line);
            var part = metric.RootElement.GetProperty("data").GetProperty("submetrics")[0];
            part.GetProperty("name").GetString().ShouldBe(Written);
            part.GetProperty("suffix").GetString().ShouldBe("shop:one,city:\"Århus\"");
            part.GetProperty("tags").GetProperty("city").GetString().ShouldBe("Århus");
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public async Task The_number_of_a_trends_values_stands_in_the_result_when_the_summary_shows_it()
    {
        var run = await ScriptRunner.RunAsync("""
            import { Trend } from 'k6/metrics';
            const waited = new Trend('waited');
            export const options = { summaryTrendStats: ['count', 'p(99.99)'] };
            export default function () { waited.add(1); waited.add(2); }
            """);

        run.Metric("waited", "count").ShouldBe(2);
        run.Metric("waited", "p(99.99)").ShouldBe(2, 0.01);
    }
}
