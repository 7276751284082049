using Dyno.K6.Options;
using Dyno.K6.Running;

namespace Dyno.K6.Tests.Options;

/// <summary>A guess by what is written, before a script is run: how the engine is to compile depends on it, nothing else.</summary>
public sealed class ExpectedUsersTests
{
    [Theory]
    [InlineData("export const options = { vus: 20, duration: '30s' };", 20)]
    [InlineData("stages: [{ duration: '10s', target: 5 }, { target : 40 }, { target: 0 }]", 40)]
    [InlineData("{ executor: 'ramping-vus', 'startVUs': 3, preAllocatedVUs: 7, \"maxVUs\": 1_000 }", 1_000)]
    [InlineData("{\"vus\":12}", 12)]
    [InlineData("{\"vus\":\"12\"}", 12)]
    [InlineData("const vus = 30; o.target: 9; myvus: 8; vus", null)]
    [InlineData("vus: __ENV.VUS || 20", null)]
    [InlineData("vus: 99999999999999999999", 999_999_999)]
    [InlineData("vus:", null)]
    [InlineData("", null)]
    public void It_is_the_largest_number_beside_a_name_of_users(string text, int? users) => ExpectedUsers.In(text).ShouldBe(users);

    [Fact]
    public void What_overrides_the_others_comes_first() => ExpectedUsers.In("{}", "{\"vus\":3}", "vus: 20").ShouldBe(3);

    [Fact]
    public void Isolated_users_beyond_those_that_processors_run_compile_their_own_scripts()
    {
        var few = 2 * Environment.ProcessorCount;
        LayoutChoice.CompilesInPlace(VuLayout.Isolated, few).ShouldBeFalse();
        LayoutChoice.CompilesInPlace(VuLayout.Isolated, few + 1).ShouldBeTrue();
        LayoutChoice.CompilesInPlace(VuLayout.Isolated, 10_000).ShouldBeTrue();
        LayoutChoice.CompilesInPlace(VuLayout.Auto, LayoutChoice.MostIsolated + 1).ShouldBeFalse();
        LayoutChoice.CompilesInPlace(VuLayout.Auto, LayoutChoice.MostIsolated).ShouldBe(few < LayoutChoice.MostIsolated);
        LayoutChoice.CompilesInPlace(VuLayout.Dense, few + 1).ShouldBeFalse();
        LayoutChoice.CompilesInPlace(VuLayout.Isolated, null).ShouldBeTrue();
        LayoutChoice.CompilesInPlace(VuLayout.Auto, null).ShouldBeFalse();
    }
}
