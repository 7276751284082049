namespace CacheClient.Tests;

/// <summary>AIMD, Vegas and Gradient2 by the rules they are known for.</summary>
public sealed class KnownLimitTests
{
    [Fact]
    public void Aimd_adds_one_when_it_is_used_and_gives_up_a_tenth_when_a_call_is_dropped()
    {
        var limit = new AimdLimit(new LimitRange(20, 1, 200), tooLong: TimeSpan.FromSeconds(5));

        limit.Observe(Sample(1, inFlight: 10));
        limit.Current.ShouldBe(21);
        limit.Observe(Sample(1, inFlight: 2));
        limit.Current.ShouldBe(21, "a limit that is not used proves nothing");
        limit.Observe(Sample(1, inFlight: 21, dropped: true));
        limit.Current.ShouldBe(18);
        limit.Observe(Sample(6_000, inFlight: 21));
        limit.Current.ShouldBe(17);
    }

    [Fact]
    public void Vegas_grows_while_nothing_waits_in_the_service_and_shrinks_when_much_does()
    {
        var limit = new VegasLimit(new LimitRange(20, 1, 500), new Random(1));

        for (var i = 0; i < 20; i++) limit.Observe(Sample(1, inFlight: limit.Current));
        var grown = limit.Current;
        grown.ShouldBeGreaterThan(20);
        for (var i = 0; i < 20; i++) limit.Observe(Sample(10, inFlight: limit.Current));
        limit.Current.ShouldBeLessThan(grown);
    }

    [Fact]
    public void Gradient_keeps_growing_by_its_queue_while_durations_stay_and_shrinks_when_they_double()
    {
        var limit = new Gradient2Limit(new LimitRange(20, 1, 500));

        for (var i = 0; i < 50; i++) limit.Observe(Sample(1, inFlight: limit.Current));
        var grown = limit.Current;
        grown.ShouldBeGreaterThan(40);
        for (var i = 0; i < 30; i++) limit.Observe(Sample(5, inFlight: limit.Current));
        limit.Current.ShouldBeLessThan(grown);
    }

    [Fact]
    public void None_of_them_is_blind_below_a_tenth_of_a_millisecond()
    {
        IConcurrencyLimit[] limits =
            [new VegasLimit(new LimitRange(20, 1, 500), new Random(1)), new Gradient2Limit(new LimitRange(20, 1, 500))];
        foreach (var limit in limits)
        {
            for (var i = 0; i < 100; i++) limit.Observe(Sample(0.05, inFlight: limit.Current));
            limit.Current.ShouldBeGreaterThan(20, limit.GetType().Name);
        }
    }

    private static CallSample Sample(double milliseconds, int inFlight, bool dropped = false) =>
        new(0, TimeSpan.FromMilliseconds(milliseconds), inFlight, Queued: true, dropped);
}
