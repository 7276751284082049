namespace Dyno.Profiling.Tests;

/// <summary>Explanations from counters get the call that a profile saw.</summary>
public sealed class ExplainedCallsTests
{
    private static readonly LaunchProfile Launch = Made.Launch() with
    {
        EventRequests = 1000,
        Events = Made.Tally(("Api.Get|Stock.Reserve>Task.Wait>waits", 300), ("Api.Get|Cache.Take>contends for a lock", 20), ("Api.Get>waits", 10),
            ("Api.Get|Coupons.Parse>Int32.Parse>throws System.FormatException", 333), (">Timer.Loop>waits", 5000)),
        Allocations = Made.Tally(("Api.Get|Prices.List>Enumerable.ToList>Price[]", 2_750_000)),
    };

    [Theory]
    [InlineData("thread-pool-starvation", "Stock.Reserve waits in 30 % of the requests in its call of Task.Wait")]
    [InlineData("lock-contention", "Cache.Take contends for a lock in 2 % of the requests")]
    [InlineData("exceptions", "Coupons.Parse throws System.FormatException in 33.3 % of the requests in its call of Int32.Parse")]
    [InlineData("gc-bound", "Prices.List allocates 2,750 bytes of Price[] per request in its call of Enumerable.ToList")]
    public void A_rule_names_the_call(string rule, string call) => Named(rule, Launch).ShouldBe("it is so. By the profile, " + call);

    [Theory]
    [InlineData("cpu-bound")]
    [InlineData("lock-contention")]
    public void Without_a_call_the_explanation_stays_as_it_was(string rule) => Named(rule, Made.Launch()).ShouldBe("it is so");

    [Fact]
    public void A_second_profile_takes_the_place_of_the_first()
    {
        var again = Launch with { Events = Made.Tally(("Api.Get|Other.Throw>throws System.IO.IOException", 10)) };

        ExplainedCalls.Named([Of("exceptions") with { Message = Named("exceptions", Launch) }], [again]).Single().Message
            .ShouldBe("it is so. By the profile, Other.Throw throws System.IO.IOException in 1 % of the requests");
    }

    private static string Named(string rule, LaunchProfile launch) => ExplainedCalls.Named([Of(rule)], [launch]).Single().Message;

    private static ExplanationRecord Of(string rule) => new() { Rule = rule, Message = "it is so", Evidence = ["a figure"] };
}
