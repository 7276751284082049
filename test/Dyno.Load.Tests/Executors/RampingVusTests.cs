namespace Dyno.Load.Tests;

public sealed class RampingVusTests
{
    private const long Second = 1_000_000_000;

    [Fact]
    public void Adds_and_takes_users_one_by_one_at_exact_moments()
    {
        var changes = ChangesOf(new RampingVus { StartVirtualUsers = 0, Stages = [new(TimeSpan.FromSeconds(2), 4), new(TimeSpan.FromSeconds(3), 1)] });

        changes.ShouldBe([(0, 0), (Second / 2, 1), (Second, 2), (3 * Second / 2, 3), (2 * Second, 4), (3 * Second, 3), (4 * Second, 2), (5 * Second, 1)]);
    }

    [Fact]
    public void A_stage_without_duration_jumps()
    {
        var changes = ChangesOf(new RampingVus
        {
            StartVirtualUsers = 2,
            Stages = [new(TimeSpan.Zero, 5), new(TimeSpan.FromSeconds(1), 5), new(TimeSpan.Zero, 1), new(TimeSpan.FromSeconds(1), 1)],
        });

        changes.ShouldBe([(0, 5), (Second, 1)]);
    }

    [Fact]
    public void Random_ramps_change_by_whole_steps_at_the_first_nanosecond_and_reach_every_target()
    {
        var random = new Random(3);
        for (var round = 0; round < 100; round++)
        {
            ImmutableArray<VirtualUserStage> stages =
                [.. Enumerable.Range(0, 4).Select(_ => new VirtualUserStage(TimeSpan.FromTicks(random.Next(1, 30_000_000)), random.Next(0, 40)))];
            var ramp = new VirtualUserRamp(random.Next(0, 10), stages);
            for (var at = ramp.NextChange(0); at != long.MaxValue; at = ramp.NextChange(at))
                Math.Abs(ramp.At(at) - ramp.At(at - 1)).ShouldBeLessThanOrEqualTo(1);
            var end = 0L;
            foreach (var stage in stages) ramp.At(end += stage.Duration.Ticks * 100).ShouldBe(stage.Target);
        }
    }

    private static List<(long, int)> ChangesOf(RampingVus plan)
    {
        var pacer = (LoopPacer)plan.CreatePacers(1, 0)[0];
        var changes = new List<(long, int)>();
        for (var at = 0L; at != long.MaxValue; at = pacer.NextChangeNanos(at))
            if (changes.Count == 0 || changes[^1].Item2 != pacer.AllowedVirtualUsers(at)) changes.Add((at, pacer.AllowedVirtualUsers(at)));
        return changes;
    }
}
