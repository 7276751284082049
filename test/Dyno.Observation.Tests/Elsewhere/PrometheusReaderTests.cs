namespace Dyno.Observation.Tests;

public sealed class PrometheusReaderTests
{
    private const string Page = """
        # HELP dotnet_gc_collections_total The number of collections.
        # TYPE dotnet_gc_collections_total counter
        dotnet_gc_collections_total{otel_scope_name="System.Runtime",gc_heap_generation="gen0"} 17
        dotnet_gc_collections_total{gc_heap_generation="gen1"} 4 1732700000000
        http_server_request_duration_seconds_count{http_route="/a}b\"c",code="200"} 1.5e3
        dotnet_collection_count_total{generation="2"} 3
        process_cpu_seconds_total 12.25
        systemruntime_working_set_bytes 22000000 1618889166332
        """;

    [Fact]
    public void Names_labels_values_and_times_are_read()
    {
        var samples = PrometheusReader.Read(Page).ToList();

        samples.Select(s => (s.Name, s.Value, s.Generation, s.AtMillis)).ShouldBe(
        [
            ("dotnet_gc_collections_total", 17, "gen0", null), ("dotnet_gc_collections_total", 4, "gen1", 1732700000000),
            ("http_server_request_duration_seconds_count", 1500, "", null), ("dotnet_collection_count_total", 3, "gen2", null),
            ("process_cpu_seconds_total", 12.25, "", null), ("systemruntime_working_set_bytes", 22e6, "", 1618889166332),
        ]);
        samples[2].Series.ShouldBe("http_route=\"/a}b\\\"c\",code=\"200\"");
    }

    [Theory]
    [InlineData("process_cpu_seconds_total NaN", double.NaN)]
    [InlineData("process_cpu_seconds_total +Inf", double.PositiveInfinity)]
    [InlineData("process_cpu_seconds_total -Inf", double.NegativeInfinity)]
    [InlineData("process_cpu_seconds_total -3", -3)]
    [InlineData("  process_cpu_seconds_total\t7  ", 7)]
    public void Every_spelling_of_a_number_is_read(string line, double value) => PrometheusReader.Read(line).Single().Value.ShouldBe(value);

    [Theory]
    [InlineData("")]
    [InlineData("name")]
    [InlineData("name value")]
    [InlineData("{} 3")]
    [InlineData("name{a=\"b 3")]
    [InlineData("<html>")]
    public void A_line_of_another_kind_is_left_out(string line) => PrometheusReader.Read(line + "\nlast 1").Select(s => s.Name).ShouldBe(["last"]);

    [Fact]
    public void A_flood_of_series_is_cut()
    {
        var flood = new StringBuilder();
        for (var i = 0; i < PrometheusReader.MostSamples + 10; i++) flood.Append("name{i=\"").Append(i).Append("\"} 1\n");

        PrometheusReader.Read(flood.ToString()).Count().ShouldBe(PrometheusReader.MostSamples);
    }

    [Fact]
    public void No_page_breaks_the_reader() => FuzzRounds.Run(20_000, 20261127, random =>
    {
        var bytes = Encoding.UTF8.GetBytes(Page);
        for (var i = random.Next(1, 8); i > 0; i--)
        {
            var at = random.Next(bytes.Length);
            if (random.Next(3) == 0) bytes = [.. bytes[..at], .. bytes[random.Next(bytes.Length)..]];
            else bytes[at] = "{}\"\\ \n#,=\0é"u8[random.Next(11)];
            if (bytes.Length == 0) bytes = [(byte)'{'];
        }
        return ("page.txt", bytes);
    }, (_, bytes) =>
    {
        var reading = ServerReading.Of(PrometheusReader.Read(Encoding.UTF8.GetString(bytes)));
        reading.Values.Values.ShouldAllBe(value => double.IsFinite(value) && value >= 0);
    });
}
