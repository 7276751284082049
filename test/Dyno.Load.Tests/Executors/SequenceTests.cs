using static Dyno.Load.Tests.Schedules;

namespace Dyno.Load.Tests;

/// <summary>The executors that loads in C# added: a number of starts, a drawn number per interval, one load after the other.</summary>
public sealed class SequenceTests
{
    private const long Second = 1_000_000_000;

    [Fact]
    public void A_number_of_starts_is_met_exactly_at_equal_distances_by_however_many_workers()
    {
        var random = new Random(3);
        for (var round = 0; round < 200; round++)
        {
            var (rate, unitSeconds, iterations) = (random.Next(1, 5_000), random.Next(1, 60), random.Next(1, 3_000));
            var plan = Fixed(rate, unitSeconds, iterations);

            var schedule = Of(plan, workers: random.Next(1, 5));

            schedule.Count.ShouldBe(iterations);
            for (var i = 0; i < iterations; i++) schedule[i].ShouldBe((long)((Int128)i * unitSeconds * Second / rate));
        }
    }

    [Fact]
    public void A_drawn_rate_stays_within_its_bounds_and_spaces_the_starts_of_each_unit_evenly()
    {
        var random = new Random(4);
        for (var round = 0; round < 50; round++)
        {
            var (min, spread, units) = (random.Next(0, 40), random.Next(0, 30), random.Next(1, 30));
            var plan = Drawn(min, Math.Max(1, min + spread), units);

            var byUnit = Of(plan, workers: random.Next(1, 4), seed: round).GroupBy(due => due / Second).ToDictionary(g => g.Key, g => g.ToList());

            for (var unit = 0; unit < units; unit++)
            {
                var starts = byUnit.GetValueOrDefault(unit) ?? [];
                starts.Count.ShouldBeInRange(min, plan.MaxRate);
                for (var i = 0; i < starts.Count; i++) starts[i].ShouldBe(unit * Second + i * Second / starts.Count);
            }
            byUnit.Keys.ShouldAllBe(unit => unit < units);
        }
    }

    [Fact]
    public void A_drawn_rate_draws_every_number_between_its_bounds_both_included_from_its_seed_alone()
    {
        var plan = Drawn(3, 6, 400);

        var counts = Of(plan, seed: 11).GroupBy(due => due / Second).Select(g => g.Count()).ToList();

        counts.Distinct().Order().ShouldBe([3, 4, 5, 6]);
        counts.CountBy(c => c).ShouldAllBe(c => c.Value > 60 && c.Value < 140);
        Of(plan, seed: 11).ShouldBe(Of(plan, workers: 3, seed: 11));
        Of(plan, seed: 11).ShouldNotBe(Of(plan, seed: 12));
    }

    [Fact]
    public void A_sequence_of_rates_has_the_starts_of_its_parts_each_from_where_the_last_one_ends()
    {
        var random = new Random(5);
        for (var round = 0; round < 100; round++)
        {
            var parts = Enumerable.Range(0, random.Next(1, 5)).Select(_ => OpenPart(random)).Append(new SequencePart(Constant(7, 1))).ToArray();

            var schedule = Of(new LoadSequence { Parts = [.. parts] }, workers: random.Next(1, 4), seed: 9);

            schedule.Count.ShouldBe(parts.Sum(p => p.Executor is null ? 0 : Of(p.Executor).Count));
            var begin = 0L;
            var expected = new List<long>();
            foreach (var part in parts)
            {
                if (part.Executor is not null) expected.AddRange(Of(part.Executor).Select(due => begin + due));
                begin += (part.Executor?.Length ?? part.Pause).Ticks * 100;
            }
            schedule.ShouldBe(expected.Order());
        }
    }

    [Fact]
    public void A_sequence_of_users_allows_what_the_part_of_the_moment_allows_and_names_every_change()
    {
        var random = new Random(6);
        for (var round = 0; round < 100; round++)
        {
            var plan = new LoadSequence { Parts = [.. Enumerable.Range(0, 4).Select(_ => ClosedPart(random)), new SequencePart(Users(2, 1))] };
            var pacer = (LoopPacer)plan.CreatePacers(Segment("0:1"), 1, 0)[0];
            pacer.EndNanos.ShouldBe(plan.Length.Ticks * 100);

            var changes = 0;
            for (var at = 0L; at < pacer.EndNanos && changes < 10_000; changes++)
            {
                var next = Math.Min(pacer.NextChangeNanos(at), pacer.EndNanos);
                next.ShouldBeGreaterThan(at);
                var inside = at + (long)(random.NextDouble() * (next - at));
                pacer.AllowedVirtualUsers(inside).ShouldBe(pacer.AllowedVirtualUsers(at), $"from {at} to {next} nothing was to change");
                pacer.AllowedVirtualUsers(inside).ShouldBe(AllowedBy(plan, inside));
                at = next;
            }
            pacer.AllowedVirtualUsers(pacer.EndNanos).ShouldBe(0);
        }
    }

    private static int AllowedBy(LoadSequence plan, long at)
    {
        foreach (var part in plan.Parts)
        {
            var length = (part.Executor?.Length ?? part.Pause).Ticks * 100;
            if (at < length) return part.Executor is null ? 0 : ((LoopPacer)part.Executor.CreatePacers(Segment("0:1"), 1, 0)[0]).AllowedVirtualUsers(at);
            at -= length;
        }
        return 0;
    }

    private static SequencePart OpenPart(Random random) => random.Next(4) switch
    {
        0 => new SequencePart(null, TimeSpan.FromMilliseconds(random.Next(0, 2_000))),
        1 => new SequencePart(Ramp(random.Next(0, 50), (random.Next(1, 4), random.Next(1, 50)))),
        2 => new SequencePart(Constant(random.Next(1, 200), random.Next(1, 4))),
        _ => new SequencePart(Constant(random.Next(1, 200), 2) with { TimeUnit = TimeSpan.FromMilliseconds(random.Next(100, 2_000)) }),
    };

    private static SequencePart ClosedPart(Random random) => random.Next(3) switch
    {
        0 => new SequencePart(null, TimeSpan.FromMilliseconds(random.Next(1, 2_000))),
        1 => new SequencePart(Users(random.Next(1, 20), random.Next(1, 4))),
        _ => new SequencePart(new RampingVus
        {
            StartVirtualUsers = random.Next(0, 10),
            Stages = [new VirtualUserStage(TimeSpan.FromSeconds(random.Next(1, 4)), random.Next(1, 20))],
        }),
    };

    private static ConstantVus Users(int users, int seconds) => new() { VirtualUsers = users, Duration = TimeSpan.FromSeconds(seconds) };

    private static FixedArrivals Fixed(double rate, int unitSeconds, long iterations) => new()
    {
        Rate = rate,
        TimeUnit = TimeSpan.FromSeconds(unitSeconds),
        Iterations = iterations,
        PreAllocatedVirtualUsers = 100,
        MaxVirtualUserCount = 100,
    };

    private static RandomArrivalRate Drawn(int min, int max, int seconds) => new()
    {
        MinRate = min,
        MaxRate = max,
        Duration = TimeSpan.FromSeconds(seconds),
        PreAllocatedVirtualUsers = 100,
        MaxVirtualUserCount = 100,
    };
}
