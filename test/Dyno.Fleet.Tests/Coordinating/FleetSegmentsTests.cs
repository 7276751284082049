namespace Dyno.Fleet.Tests;

public sealed class FleetSegmentsTests
{
    [Theory]
    [InlineData(false, 1.0, 1.0, 1.0)]
    [InlineData(false, 3.0, 1.0, 1.0, 9.0)]
    [InlineData(true, 20_000.0, 10_000.0)]
    [InlineData(true, 1.0, 1_000_000.0, 3.0, 7.0)]
    [InlineData(true, 5.0)]
    public void Every_item_of_the_work_belongs_to_exactly_one_agent(bool isWeighted, params double[] ceilings)
    {
        var segments = FleetSegments.Of([.. ceilings.Select((ceiling, i) => Card($"a{i}", ceiling))], isWeighted).Select(Parse).ToList();

        var cycle = segments[0].Stripe.Cycle;
        segments.ShouldAllBe(segment => segment.Stripe.Cycle == cycle);
        segments.SelectMany(segment => segment.Stripe.Offsets).Order().ShouldBe(Enumerable.Range(0, cycle));
    }

    [Fact]
    public void Weighted_shares_are_as_large_as_the_ceilings_to_a_thousandth()
    {
        var segments = FleetSegments.Of([Card("a", 30_000), Card("b", 10_000)], isWeighted: true).Select(Parse).ToList();

        ((double)segments[0].Stripe.PerCycle / segments[0].Stripe.Cycle).ShouldBe(0.75, 0.001);
    }

    [Fact]
    public void An_agent_without_a_ceiling_is_named() =>
        Should.Throw<UserFault>(() => FleetSegments.Of([Card("a", 1), Card("b", null)], isWeighted: true)).Message.ShouldContain("agent b is not calibrated");

    private static ExecutionSegment Parse(string text) =>
        ExecutionSegment.TryParse(text, null, out var segment, out var error) ? segment : throw new InvalidOperationException(error);

    private static AgentCard Card(string name, double? ceiling) =>
        new() { Name = name, Session = "", Tool = ToolRecords.Current, Cpus = 2, MemoryBytes = 1, Ceiling = ceiling };
}
