using System.Text.Json.Nodes;
using Dyno.K6.Options;
using Dyno.K6.Running;

namespace Dyno.K6.Tests.Options;

/// <summary>A guess by what is written, before a script is run: how the engine is to compile depends on it, nothing else.</summary>
public sealed class ExpectedLoadTests
{
    private const string Hundred = "export const options = { stages: [{ duration: '1s', target: 100 }] };";

    [Theory]
    [InlineData("export const options = { vus: 20, duration: '30s' };", 20)]
    [InlineData("stages: [{ duration: '10s', target: 5 }, { target : 40 }, { target: 0 }] // options", 40)]
    [InlineData("options { executor: 'ramping-vus', 'startVUs': 3, preAllocatedVUs: 7, \"maxVUs\": 1_000 }", 1_000)]
    [InlineData("options {\"vus\":12}", 12)]
    [InlineData("options {\"vus\":\"12\"}", 12)]
    [InlineData("options vus: 5 // of 10\n", 5)]
    [InlineData("options = { vus: 5\n}", 5)]
    [InlineData("options = { vus: 5, tags: { target: 'staging' }, hosts: { target: '10.0.0.1' } }", 5)]
    [InlineData("const vus = 30; options.target: 9; myvus: 8; vus", null)]
    [InlineData("options vus: __ENV.VUS || 20", null)]
    [InlineData("options vus: 2 * N", null)]
    [InlineData("options vus: 1e3", null)]
    [InlineData("options vus: 0x40", null)]
    [InlineData("options vus: 20 / 2", null)]
    [InlineData("options vus: _100", null)]
    [InlineData("options a: { vus: 5 }, b: { vus: +__ENV.N }", null)]
    [InlineData("options vus: 99999999999999999999", int.MaxValue)]
    [InlineData("options vus:", null)]
    [InlineData("export * from './options.js'", null)]
    public void Of_a_script_it_is_the_largest_number_beside_a_name_of_users(string text, int? users) => Of(text).Users.ShouldBe(users);

    [Theory]
    [InlineData("export const options = { scenarios: { s: { executor: 'constant-arrival-rate', rate: 1000, maxVUs: 40 } } };", 40, true)]
    [InlineData("export const options = { scenarios: { s: { executor: 'constant-arrival-rate', rate: 999, maxVUs: 40 } } };", 40, false)]
    [InlineData("export const options = { executor: 'ramping-arrival-rate', preAllocatedVUs: 40, stages: [{ target: 1_500 }] };", 40, true)]
    [InlineData("export const options = { executor: 'ramping-arrival-rate', preAllocatedVUs: 40, stages: [{ target: 300 }] };", 40, false)]
    [InlineData("export const options = { executor: 'ramping-vus', stages: [{ target: 1_500 }] };", 1_500, false)]
    [InlineData("export const options = { executor: 'ramping-arrival-rate', stages: [{ target: 300 }] }; // or ramping-vus", 300, false)]
    public void What_stages_lead_to_are_users_or_starts(string text, int users, bool hasManyStarts) =>
        Of(text).ShouldBe(new ExpectedLoad(users, hasManyStarts));

    [Theory]
    [InlineData(Hundred, "{}", "{}", 100)]
    [InlineData(Hundred, "{}", """{"vus":1}""", 100)] // k6 keeps the stages
    [InlineData(Hundred, "{}", """{"vus":200}""", 200)]
    [InlineData(Hundred, "{}", """{"vus":3,"duration":"1s"}""", 3)]
    [InlineData(Hundred, """{"vus":7}""", """{"iterations":9}""", 7)]
    [InlineData(Hundred, "{}", """{"duration":"1s"}""", 100)]
    [InlineData(Hundred, "{}", """{"stages":[{"duration":"1s","target":8}]}""", 8)]
    [InlineData(Hundred, "{}", """{"tags":{"vus":"5","target":"6"}}""", 100)]
    [InlineData(Hundred, "{}", """{"vus":10,"duration":"1s","executionSegment":"0:1/5"}""", 2)]
    [InlineData("export default function () {}", "{}", "{}", 1)]
    [InlineData("export default function () {}", """{"vus":6,"iterations":6}""", "{}", 6)]
    [InlineData(Hundred, "{}", """{"vus":3,"duration":"nonsense"}""", null)]
    public void What_flags_and_variables_say_counts_as_in_the_run(string text, string variables, string flags, int? users) =>
        ExpectedLoad.Of(text, null, Json(variables), Json(flags)).Users.ShouldBe(users);

    [Fact]
    public void Where_the_script_has_no_options_those_of_the_configuration_file_count() =>
        ExpectedLoad.Of("export default function () {}", Json("""{"vus":40,"duration":"1s"}"""), [], []).Users.ShouldBe(40);

    [Fact]
    public void Options_in_json_are_read_as_those_of_the_run()
    {
        var options = Json("""{"scenarios":{"s":{"executor":"constant-arrival-rate","rate":60000,"timeUnit":"1m","duration":"1s","preAllocatedVUs":5,"maxVUs":9,"tags":{"vus":"70"}}}}""");

        ExpectedLoad.Of([("the script", options)]).ShouldBe(new ExpectedLoad(9, true));
        ExpectedLoad.Of([("the script", options), ("flags", Json("""{"executionSegment":"0:1/3"}"""))]).ShouldBe(new ExpectedLoad(3, false));
    }

    [Fact]
    public void Isolated_users_beyond_those_that_processors_run_compile_their_own_scripts()
    {
        var few = 2 * Environment.ProcessorCount;
        InPlace(VuLayout.Isolated, few).ShouldBeFalse();
        InPlace(VuLayout.Isolated, few + 1).ShouldBeTrue();
        InPlace(VuLayout.Isolated, 10_000).ShouldBeTrue();
        InPlace(VuLayout.Auto, LayoutChoice.MostIsolated + 1).ShouldBeFalse();
        InPlace(VuLayout.Auto, LayoutChoice.MostIsolated).ShouldBe(few < LayoutChoice.MostIsolated);
        InPlace(VuLayout.Auto, LayoutChoice.MostIsolated, hasManyStarts: true).ShouldBeFalse(); // will be dense
        InPlace(VuLayout.Isolated, few + 1, hasManyStarts: true).ShouldBeTrue();
        InPlace(VuLayout.Dense, few + 1).ShouldBeFalse();
        InPlace(VuLayout.Isolated, null).ShouldBeTrue();
        InPlace(VuLayout.Auto, null).ShouldBeFalse();
    }

    private static bool InPlace(VuLayout wanted, int? users, bool hasManyStarts = false) =>
        LayoutChoice.CompilesInPlace(wanted, new ExpectedLoad(users, hasManyStarts));

    private static ExpectedLoad Of(string text) => ExpectedLoad.Of(text, null, [], []);

    private static JsonObject Json(string text) => (JsonObject)JsonNode.Parse(text)!;
}
