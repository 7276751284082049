namespace Dyno.K6.Tests;

/// <summary>How often, and whether at all, what is wrong with options is said.</summary>
public sealed class OptionProblemsTests
{
    [Theory]
    [InlineData("{ \"dns\": \"ttl=1m\" }")]
    [InlineData("{ \"tlsVersion\": \"tls9\" }")]
    [InlineData("{ \"scenarios\": { \"a\": { \"executor\": \"constant-arrival-rate\", \"rate\": 1, \"duration\": \"1s\", \"preAllocatedVUs\": \"x\" } } }")]
    public void Each_is_said_once(string options)
    {
        var problems = new OptionProblems("script.js");
        var merged = (JsonObject)JsonNode.Parse(options)!;

        K6OptionsReader.Read(merged, problems, []);
        HttpOptionsReader.Read(merged, HttpRunOptions.DefaultSystemTags, problems, new EngineClock(TimeProvider.System));

        problems.All.ShouldHaveSingleItem();
    }

    [Fact]
    public void A_variable_that_is_one_letter_away_from_an_option_is_a_warning() =>
        OptionVariables.Misspelled(new Dictionary<string, string> { ["K6_VU"] = "1", ["K6_VUS"] = "1", ["K6_DURATON"] = "1s", ["K6_OUT"] = "json", ["K6_BASE"] = "x" })
            .ShouldBe(["the variable K6_VU sets no option; did you mean K6_VUS?", "the variable K6_DURATON sets no option; did you mean K6_DURATION?"]);

    [Theory]
    [InlineData("{ \"dns\": { \"tttl\": \"1m\" } }", "the option dns has no 'tttl'; did you mean ttl?")]
    [InlineData("{ \"tlsVersion\": { \"from\": \"tls1.2\" } }", "the option tlsVersion has no 'from'")]
    [InlineData("{ \"thresholds\": { \"checks\": [{ \"threshold\": \"rate>0\", \"abortOnFall\": true }] } }", "the option thresholds has no 'abortOnFall'; did you mean abortOnFail?")]
    [InlineData("{ \"stages\": [{ \"duration\": \"1s\", \"target\": 1, \"vus\": 2 }] }", "the option stages has no 'vus'")]
    [InlineData("{ \"vuss\": 2 }", "there is no option 'vuss'; did you mean vus?")]
    [InlineData("{ \"gracefulStop\": \"0s\" }",
        "there is no option 'gracefulStop': it belongs to a scenario; write scenarios: { name: { executor: …, gracefulStop: … } }")]
    public void What_nothing_reads_is_a_warning(string options, string expected)
    {
        var warnings = new List<string>();

        K6OptionsReader.Read((JsonObject)JsonNode.Parse(options)!, new OptionProblems("script.js"), warnings);

        warnings.ShouldBe([expected]);
    }
}
