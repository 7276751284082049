namespace Dyno.Profiling.Tests;

/// <summary>The methods that allocate a type.</summary>
public sealed class AllocationSitesTests
{
    private static readonly AllocationSites Sites = new(Made.Launch() with
    {
        Allocations = Made.Tally(
            ("Api.Get|Shop.Keep>List.Add>System.Byte[]", 700), ("Api.Get>System.Byte[]", 200), (">Kestrel.Server.Transport.Pool.Rent>System.Byte[]", 80),
            ("Api.Get|Shop.Once>System.Byte[]", 20), ("Api.Get>System.String", 40)),
    }, new PlainSources());

    [Fact]
    public void They_are_the_users_deepest_methods_by_their_share_and_the_part_of_the_framework_without_one() =>
        Sites.Of("System.Byte[]").Select(site => (site.Method, site.Share)).ShouldBe([("Shop.Keep", 0.7), ("Api.Get", 0.2), ("(Kestrel.Server)", 0.08)]);

    [Fact]
    public void A_type_that_was_not_seen_has_none() => Sites.Of("Shop.Order").ShouldBeEmpty();

    private sealed class PlainSources : ISourceMap
    {
        public string Relative(string file) => file;

        public string? TouchOf(string file, int first, int last) => null;
    }
}
