using System.Numerics;
using static Dyno.Load.Tests.Schedules;

namespace Dyno.Load.Tests;

public sealed class ArrivalRateTests
{
    [Theory]
    [InlineData(100, 10, 1_000)]
    [InlineData(3, 10, 30)]
    [InlineData(0.5, 9, 5)]
    [InlineData(33.3, 10, 333)]
    [InlineData(1.1, 1, 2)]
    public void A_constant_rate_makes_as_many_starts_as_its_integral_the_first_at_zero(double rate, double seconds, int starts)
    {
        var schedule = Of(Constant(rate, seconds));

        schedule.Count.ShouldBe(starts);
        schedule[0].ShouldBe(0);
        for (var i = 0; i < starts; i++) schedule[i].ShouldBe((long)((decimal)i * 1_000_000_000 / (decimal)rate));
    }

    [Fact]
    public void A_constant_rate_is_exact_after_ten_million_starts()
    {
        var pacer = (ArrivalPacer)Constant(7_777, 10_000).CreatePacers(1, 0)[0];
        for (var i = 0; i < 10_000_000; i++) pacer.Advance();

        pacer.NextDueNanos.ShouldBe((long)(new BigInteger(10_000_000) * 1_000_000_000 / 7_777));
    }

    [Fact]
    public void A_rate_per_minute_is_the_same_rate_per_second() =>
        Of(Constant(90, 20) with { TimeUnit = TimeSpan.FromMinutes(1) }).ShouldBe(Of(Constant(1.5, 20)));

    [Fact]
    public void A_ramp_from_zero_to_four_in_two_seconds_starts_at_one_second() =>
        Of(Ramp(0, (2, 4))).ShouldBe([1_000_000_000, 1_414_213_562, 1_732_050_808, 2_000_000_000]);

    [Fact]
    public void A_ramp_makes_its_nth_start_where_the_area_reaches_n_and_carries_fractions_over_stages()
    {
        // areas: 0.75 after 1 s, 2.25 after 2 s, 2.25 after 4 s (rate 0), 3.25 after 5 s
        var schedule = Of(Ramp(0.5, (1, 1), (1, 2), (0, 0), (2, 0), (0, 1), (1, 1)));

        schedule.Count.ShouldBe(3);
        schedule[0].ShouldBe(1_000_000_000 + (long)Math.Round((Math.Sqrt(1 + 2 * 0.25) - 1) * 1e9));
        schedule[2].ShouldBe(4_750_000_000);
    }

    [Fact]
    public void Random_ramps_make_as_many_starts_as_their_integral_in_order_and_where_the_area_is_reached()
    {
        var random = new Random(1);
        for (var round = 0; round < 200; round++)
        {
            var stages = Enumerable.Range(0, random.Next(1, 6))
                .Select(_ => (Seconds: (double)random.Next(0, 5), Target: (double)random.Next(0, 60))).Append((2, 10)).ToArray();
            var start = random.Next(0, 20);
            var schedule = Of(Ramp(start, stages));

            schedule.Count.ShouldBe((int)Area(start, stages, double.MaxValue));
            schedule.ShouldBeInOrder();
            for (var n = 0; n < schedule.Count; n++)
                Area(start, stages, schedule[n] / 1e9).ShouldBe(n + 1, 1e-6);
        }
    }

    [Fact]
    public void A_ramp_is_exact_after_ten_million_starts()
    {
        // 0 → 20,000/s in 1,000 s: area t²·10, so start n is at √(n / 10) seconds
        var pacer = (ArrivalPacer)Ramp(0, (1_000, 20_000)).CreatePacers(1, 0)[0];
        for (var n = 1; n < 10_000_000; n++) pacer.Advance();

        pacer.NextDueNanos.ShouldBe(1_000_000_000_000);
        pacer.Advance();
        pacer.NextDueNanos.ShouldBe(long.MaxValue);
    }

    [Fact]
    public void Poisson_arrivals_come_from_their_seed_alone()
    {
        var plan = Constant(1_000, 20) with { Arrivals = ArrivalPattern.Poisson };

        Of(plan, seed: 5).ShouldBe(Of(plan, seed: 5));
        Of(plan, seed: 5).ShouldNotBe(Of(plan, seed: 6));
        Of(plan, seed: 5).Count.ShouldBeInRange(20_000 - 600, 20_000 + 600); // 4 standard deviations
    }

    [Fact]
    public void Poisson_arrivals_have_exponential_distances()
    {
        var schedule = Of(Constant(1_000, 100) with { Arrivals = ArrivalPattern.Poisson });
        var distances = schedule.Zip(schedule.Skip(1), (a, b) => (b - a) / 1e6).ToList(); // mean 1 ms
        var mean = distances.Average();
        var deviation = Math.Sqrt(distances.Average(d => (d - mean) * (d - mean)));

        mean.ShouldBe(1, 0.02);
        deviation.ShouldBe(1, 0.02);
        ((double)distances.Count(d => d > 1)).ShouldBe(distances.Count / Math.E, distances.Count * 0.01);
    }

    [Fact]
    public void Poisson_arrivals_follow_a_ramp()
    {
        var plan = Ramp(0, (100, 2_000)) with { Arrivals = ArrivalPattern.Poisson };
        var schedule = Of(plan);

        ((double)schedule.Count).ShouldBe(100_000, 1_300);
        ((double)schedule.Count(t => t < 50_000_000_000)).ShouldBe(25_000, 700); // a quarter of the area lies in the first half
    }

    private static double Area(double rate, (double Seconds, double Target)[] stages, double until)
    {
        var (area, begin) = (0.0, 0.0);
        foreach (var (seconds, target) in stages)
        {
            var into = Math.Clamp(until - begin, 0, seconds);
            if (seconds > 0) area += rate * into + (target - rate) * into * into / (2 * seconds);
            begin += seconds;
            rate = target;
        }

        return area;
    }
}
