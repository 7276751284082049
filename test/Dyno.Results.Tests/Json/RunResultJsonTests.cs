namespace Dyno.Results.Tests;

public sealed class RunResultJsonTests
{
    private static readonly RunResult Filled = FilledRun.Create(name => "the " + name);

    [Fact]
    public void What_is_written_reads_back_whole()
    {
        var json = RunResultJson.Write(Filled);

        RunResultJson.Write(RunResultJson.Read(json, "r.json")).ShouldBe(json);
    }

    [Fact]
    public void Writing_twice_gives_the_same_bytes() => RunResultJson.Write(Filled).ShouldBe(RunResultJson.Write(Filled));

    [Fact]
    public void Names_are_camel_case_enums_words_and_lines_end_in_a_line_feed()
    {
        var json = RunResultJson.Write(Filled);

        json.ShouldStartWith("{\n  \"schemaVersion\": 1,\n  \"id\": \"the Id\",\n");
        json.ShouldContain("\n  \"outcome\": \"failed\",\n");
        json.ShouldEndWith("}\n");
        json.ShouldNotContain("\r");
    }

    [Fact]
    public void What_a_later_build_added_is_skipped()
    {
        var later = JsonNode.Parse(RunResultJson.Write(Filled))!.AsObject();
        later["carbonGrams"] = 7;
        later["measured"]!["carbon"] = new JsonObject { ["grams"] = 7 };

        RunResultJson.Write(RunResultJson.Read(later.ToJsonString(), "r.json")).ShouldBe(RunResultJson.Write(Filled));
    }

    [Fact]
    public void What_an_earlier_build_did_not_know_takes_its_default()
    {
        var earlier = JsonNode.Parse(RunResultJson.Write(Filled))!.AsObject();
        earlier.Remove("thresholds");
        earlier["measured"]!.AsObject().Remove("series");
        earlier["measured"]!["totals"]!.AsObject().Remove("cutAtEnd").ShouldBeTrue();

        var read = RunResultJson.Read(earlier.ToJsonString(), "r.json");

        read.Thresholds.ShouldBeEmpty();
        read.Measured.Series.ShouldBeEmpty();
        read.Measured.Totals.CutAtEnd.ShouldBeNull();
    }

    [Fact]
    public void A_figure_that_is_not_finite_survives()
    {
        var odd = Filled with { Thresholds = [Filled.Thresholds[0] with { Value = double.NaN }] };

        RunResultJson.Read(RunResultJson.Write(odd), "r.json").Thresholds[0].Value.ShouldBe(double.NaN);
    }

    [Fact]
    public void A_series_is_stored_in_columns_and_a_figure_that_nobody_observed_in_none()
    {
        var runtime = Filled.Server!.Runtime! with { Series = [Point(-1, gen0: null), Point(1, gen0: 2), Point(2, gen0: null)] };
        var json = RunResultJson.Write(Filled with { Server = Filled.Server with { Runtime = runtime } });

        json.ShouldContain("""
                  "series": {
                    "seconds": [-1, 1, 2],
                    "gen0": [null, 2, null],
                    "threadPoolAdjustments": [0, 0, 0]
                  }
            """.ReplaceLineEndings("\n"));
        RunResultJson.Read(json, "r.json").Server!.Runtime!.Series.ShouldBe(runtime.Series);
    }

    [Theory]
    [InlineData("""{ "seconds": [1, 2], "threads": [3] }""", "the column threads is not as long as seconds")]
    [InlineData("""{ "seconds": 1 }""", "the column seconds is not an array")]
    [InlineData("""{ "seconds": [1, 2], "threads": [3, null] }""", "")]
    [InlineData("""{ "seconds": [1, "soon"] }""", "")]
    public void Columns_that_do_not_make_points_are_refused_in_words(string series, string reason)
    {
        var document = JsonNode.Parse(RunResultJson.Write(Filled))!;
        document["server"]!["series"] = JsonNode.Parse(series);

        Should.Throw<UserFault>(() => RunResultJson.Read(document.ToJsonString(), "r.json")).Message
            .ShouldStartWith($"r.json: is not a run result: {reason}");
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("""{ "seconds": [] }""")]
    public void A_series_without_points_is_empty(string series)
    {
        var document = JsonNode.Parse(RunResultJson.Write(Filled))!;
        document["server"]!["series"] = JsonNode.Parse(series);

        RunResultJson.Read(document.ToJsonString(), "r.json").Server!.Series.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("{\"schemaVersion\": 2, \"whatever\": true}",
        "r.json: version 2 of the run result; this Dyno reads versions up to 1", "read it with the Dyno that wrote it, or a later one")]
    [InlineData("{\"schemaVersion\": 0}", "r.json: is not a run result: version 0 never existed", "name a result that `dyno run --result FILE` wrote")]
    [InlineData("{}", "r.json: is not a run result: it has no schemaVersion", "name a result that `dyno run --result FILE` wrote")]
    [InlineData("[]", "r.json: is not a run result: it has no schemaVersion", "name a result that `dyno run --result FILE` wrote")]
    [InlineData("", "r.json: is not a run result: *", "name a result that `dyno run --result FILE` wrote")]
    [InlineData("{\"schemaVersion\": 1}", "r.json: is not a run result: *id*", "name a result that `dyno run --result FILE` wrote")]
    public void What_is_no_result_is_refused_in_words(string json, string message, string hint)
    {
        var refused = Should.Throw<UserFault>(() => RunResultJson.Read(json, "r.json"));

        refused.Message.ShouldMatch("^" + System.Text.RegularExpressions.Regex.Escape(message).Replace("\\*", ".*", StringComparison.Ordinal));
        refused.Hint.ShouldBe(hint);
    }

    [Fact]
    public void A_file_far_too_large_for_a_result_is_not_read()
    {
        var path = Path.GetTempFileName();
        try
        {
            using (var file = File.OpenWrite(path)) file.SetLength(5L << 30); // a hole: takes no room
            Should.Throw<UserFault>(() => RunResultJson.ReadFile(path)).Message.ShouldContain("it is larger than 512 MB");
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Fact]
    public void Cut_anywhere_it_is_refused_in_words()
    {
        var json = RunResultJson.Write(Filled);
        for (var length = 0; length < json.Length - 2; length += 97)
            Should.Throw<UserFault>(() => RunResultJson.Read(json[..length], "r.json"));
    }

    private static RuntimePoint Point(double seconds, double? gen0) => new() { Seconds = seconds, Gen0 = gen0 };
}
