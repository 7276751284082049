namespace CacheClient.Tests;

public sealed class AutoLimitTests
{
    [Theory]
    [InlineData(0.0)]
    [InlineData(0.5)]
    [InlineData(1.0)]
    [InlineData(20.0)]
    [InlineData(80.0)]
    public void At_every_distance_it_comes_within_a_twentieth_of_the_best_fixed_number_of_calls(double roundTripMs)
    {
        var service = new SimulatedService(TimeSpan.FromMilliseconds(roundTripMs));
        var time = new SteppedTime();
        var limit = new AutoLimit(new LimitRange(16, 1, 5_000), time);

        service.Run(limit, time, TimeSpan.FromSeconds(60), new Random(7));

        service.Rate(limit.Current).ShouldBeGreaterThan(0.95 * service.BestRate(5_000), $"with {limit.Current} in flight");
    }

    [Fact]
    public void Beside_the_service_it_needs_far_fewer_calls_in_flight_than_it_may_have()
    {
        var time = new SteppedTime();
        var limit = new AutoLimit(new LimitRange(16, 1, 5_000), time);

        new SimulatedService(TimeSpan.Zero).Run(limit, time, TimeSpan.FromSeconds(60), new Random(7));

        limit.Current.ShouldBeLessThan(200);
    }

    [Fact]
    public void It_finds_its_way_when_the_service_moves_away_and_comes_back()
    {
        var near = new SimulatedService(TimeSpan.Zero);
        var far = new SimulatedService(TimeSpan.FromMilliseconds(80));
        var time = new SteppedTime();
        var random = new Random(11);
        var limit = new AutoLimit(new LimitRange(16, 1, 5_000), time);

        near.Run(limit, time, TimeSpan.FromSeconds(30), random);
        far.Run(limit, time, TimeSpan.FromSeconds(60), random);
        far.Rate(limit.Current).ShouldBeGreaterThan(0.95 * far.BestRate(5_000), $"far, with {limit.Current} in flight");
        near.Run(limit, time, TimeSpan.FromSeconds(60), random);
        near.Rate(limit.Current).ShouldBeGreaterThan(0.95 * near.BestRate(5_000), $"near, with {limit.Current} in flight");
    }

    [Fact]
    public void Callers_who_never_wait_change_nothing()
    {
        var time = new SteppedTime();
        var limit = new AutoLimit(new LimitRange(16, 1, 5_000), time);

        new SimulatedService(TimeSpan.FromMilliseconds(1)).Run(limit, time, TimeSpan.FromSeconds(10), new Random(3), queued: false);

        limit.Current.ShouldBe(16);
    }

    [Fact]
    public void It_never_leaves_its_range()
    {
        var time = new SteppedTime();
        var limit = new AutoLimit(new LimitRange(16, 4, 40), time);
        var random = new Random(5);
        for (var i = 0; i < 20; i++)
        {
            new SimulatedService(TimeSpan.FromMilliseconds(random.Next(0, 50))).Run(limit, time, TimeSpan.FromSeconds(1), random);
            limit.Current.ShouldBeInRange(4, 40);
        }
    }
}
