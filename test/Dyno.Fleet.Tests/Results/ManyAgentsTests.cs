namespace Dyno.Fleet.Tests;

/// <summary>200 agents, simulated: every sum and percentile is that of all requests together.</summary>
public sealed class ManyAgentsTests
{
    private const int Agents = 200;
    private static readonly RunResult Sample =
        RunResultJson.ReadFile(Path.Combine(RepositoryRoot.Path, "test", "Dyno.Results.Tests", "Samples", $"run-result.v{RunResult.CurrentSchemaVersion}.json"));

    [Fact]
    public void A_second_of_200_agents_has_the_sums_and_percentiles_of_all_their_requests()
    {
        var fleet = new SimulatedFleet(Agents, _ => Sample);

        var merged = fleet.Hear(fleet.Say());

        var pooled = fleet.Pooled;
        merged.Requests.ShouldBe(pooled.Count);
        merged.RequestsPerSecond.ShouldBe(pooled.Count);
        merged.ActiveVirtualUsers.ShouldBe(Agents * 5);
        merged.Errors.ShouldHaveSingleItem().ShouldBe(KeyValuePair.Create("timeout", (long)Agents));
        (merged.P50Nanos, merged.P95Nanos, merged.P99Nanos)
            .ShouldBe((pooled.ValueAtQuantile(0.5), pooled.ValueAtQuantile(0.95), pooled.ValueAtQuantile(0.99)));
        merged.MeanNanos.ShouldBe(pooled.Mean, pooled.Mean * 1e-6);
    }

    [Fact]
    public void A_second_of_an_agent_is_less_than_20_kilobytes_on_the_wire()
    {
        var fleet = new SimulatedFleet(Agents, _ => Sample);

        fleet.Say();

        fleet.BytesPerSecond.ShouldBeInRange(100, 20_000);
    }

    [Fact]
    public void The_results_of_200_agents_add_up_and_name_each_of_them()
    {
        var fleet = new SimulatedFleet(Agents, i => Sample with { Id = $"share-{i}" });

        var merged = fleet.Merge();

        merged.Measured.Totals.Requests.ShouldBe(Agents * Sample.Measured.Totals.Requests);
        merged.Fleet!.Agents.Length.ShouldBe(Agents);
        merged.Fleet.Agents.Sum(agent => agent.Requests).ShouldBe(merged.Measured.Totals.Requests);
        merged.MergedRuns.Length.ShouldBe(Agents);
    }
}
