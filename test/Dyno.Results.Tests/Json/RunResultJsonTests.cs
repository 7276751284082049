using System.Text.Json.Nodes;
using Dyno.Results.Json;
using Dyno.Results.Runs;
using Dyno.Results.Tests.Samples;

namespace Dyno.Results.Tests.Json;

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

        var read = RunResultJson.Read(earlier.ToJsonString(), "r.json");

        read.Thresholds.ShouldBeEmpty();
        read.Measured.Series.ShouldBeEmpty();
    }

    [Fact]
    public void A_figure_that_is_not_finite_survives()
    {
        var odd = Filled with { Thresholds = [Filled.Thresholds[0] with { Value = double.NaN }] };

        RunResultJson.Read(RunResultJson.Write(odd), "r.json").Thresholds[0].Value.ShouldBe(double.NaN);
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
        var refused = Should.Throw<ResultException>(() => RunResultJson.Read(json, "r.json"));

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
            Should.Throw<ResultException>(() => RunResultJson.ReadFile(path)).Message.ShouldContain("it is larger than 512 MB");
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
            Should.Throw<ResultException>(() => RunResultJson.Read(json[..length], "r.json"));
    }
}
