namespace Dyno.Cli.EndToEnd.Tests;

public sealed class RunFilterTests
{
    private static readonly DateTimeOffset Now = new(2026, 11, 21, 12, 0, 0, TimeSpan.Zero);

    private static readonly RunDigest Run = new()
    {
        Id = "20261120-120000-k3f9",
        StartedAt = Now.AddDays(-1),
        Name = "orders",
        Target = "http://localhost:5000/orders?size=3",
        Outcome = RunOutcome.Completed,
        RequestsPerSecond = 1500,
        Requests = 15_000,
        FailedRequests = 3,
        Resends = 2,
        P99Nanos = 20_000_000,
        Health = HealthState.Strained,
        Tags = ["baseline"],
        Figures = new Dictionary<string, double>
        {
            ["rate"] = 1499.7,
            ["requestRate"] = 1500,
            ["errors"] = 3,
            ["failedShare"] = 0.0002,
            ["p99"] = 20_000_000,
            ["server.gcPause"] = 0.031,
            ["server.workingSet"] = 90_000_000,
        }.ToImmutableSortedDictionary(),
    };

    [Theory]
    [InlineData("orders", true)]
    [InlineData("http://localhost:5000/orders?size=3", true)]
    [InlineData("http://localhost:5000/orders?size=4", false)]
    [InlineData("name=ORDERS", true)]
    [InlineData("name=order", false)]
    [InlineData("name~order", true)]
    [InlineData("tag=baseline", true)]
    [InlineData("tag!=baseline", false)]
    [InlineData("tag!=other", true)]
    [InlineData("health=strained", true)]
    [InlineData("health = void", false)]
    [InlineData("rate>1,000/s", true)]
    [InlineData("rate>=1500", false)] // good answers a second
    [InlineData("requestRate>=1500", true)]
    [InlineData("errors>1%", false)]
    [InlineData("failedShare<0.1%", true)]
    [InlineData("server.gcPause>3%", true)]
    [InlineData("server.gcPause > 5%", false)]
    [InlineData("server.workingSet<100MB", true)]
    [InlineData("server.heap<100MB", false)] // not measured
    [InlineData("errors>0", true)]
    [InlineData("errors=3", true)]
    [InlineData("p99<=20ms", true)]
    [InlineData("p99<20ms", false)]
    [InlineData("p50<20ms", false)] // nothing was good: there is no median to compare
    [InlineData("requests>=15000", true)]
    [InlineData("resends>0", true)]
    [InlineData("resends>2", false)]
    [InlineData("age<2d", true)]
    [InlineData("age<12h", false)]
    public void Reads_texts_and_conditions(string filter, bool fits) => RunFilter.Of([filter], Now)(Run).ShouldBe(fits);

    [Fact]
    public void Wants_every_condition_to_hold()
    {
        RunFilter.Of(["orders", "rate>1000"], Now)(Run).ShouldBeTrue();
        RunFilter.Of(["orders", "rate>2000"], Now)(Run).ShouldBeFalse();
        RunFilter.Of([], Now)(Run).ShouldBeTrue();
    }

    [Fact]
    public void Names_every_filter_that_cannot_be_read()
    {
        var wrong = Should.Throw<UserFault>(() => RunFilter.Of(["ratte>3", "p99<fast", "name>a"], Now));

        wrong.Problems.Length.ShouldBe(3);
        wrong.Problems[0].WriteInstead!.ShouldStartWith("did you mean rate? ");
    }
}
