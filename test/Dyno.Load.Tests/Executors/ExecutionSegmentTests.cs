using static Dyno.Load.Tests.Schedules;

namespace Dyno.Load.Tests;

public sealed class ExecutionSegmentTests
{
    public static TheoryData<string> Sequences => ["0,1", "0,1/2,1", "0,1/3,2/3,1", "0,1/4,1/2,1", "0,3/7,1/2,0.9,1", "0,10%,1", "0,2/5,1/2,1"];

    [Fact]
    public void Thirds_deal_one_after_the_other()
    {
        string[] thirds = ["0:1/3", "1/3:2/3", "2/3:1"];

        thirds.Select(t => string.Join(',', Own(Segment(t), 10))).ShouldBe(["0,3,6,9", "1,4,7", "2,5,8"]);
        thirds.Select(t => string.Join(',', Own(Segment(t, "0,1/3,2/3,1"), 10))).ShouldBe(["0,3,6,9", "1,4,7", "2,5,8"]);
    }

    [Theory]
    [MemberData(nameof(Sequences))]
    public void The_segments_of_a_sequence_share_all_work_without_overlap(string sequence)
    {
        var segments = SegmentsOf(sequence);

        segments.SelectMany(s => Own(s, 1_000)).Order().ShouldBe(Enumerable.Range(0, 1_000).Select(i => (long)i));
        for (var total = 0; total < 300; total++) segments.Sum(s => s.Stripe.CountBelow(total)).ShouldBe(total);
    }

    [Theory]
    [MemberData(nameof(Sequences))]
    public void No_segment_is_more_than_one_item_ahead_of_its_share(string sequence)
    {
        foreach (var segment in SegmentsOf(sequence))
            for (var total = 0; total < 500; total++)
                ((double)segment.Stripe.CountBelow(total)).ShouldBeLessThan((double)total * segment.Stripe.PerCycle / segment.Stripe.Cycle + 1);
    }

    [Theory]
    [MemberData(nameof(Sequences))]
    public void The_starts_of_all_segments_and_workers_are_exactly_the_whole_schedule(string sequence)
    {
        ExecutorPlan[] plans =
        [
            Constant(123, 3), Ramp(3, (2, 40), (1, 5)), Constant(123, 3) with { Arrivals = ArrivalPattern.Poisson },
            Ramp(3, (2, 40)) with { Arrivals = ArrivalPattern.Poisson },
        ];
        foreach (var plan in plans)
        {
            var whole = Of(plan);
            for (var workers = 1; workers <= 3; workers++)
                SegmentsOf(sequence).SelectMany(s => plan.CreatePacers(s, workers, 7)).SelectMany(Of).Order().ShouldBe(whole);
        }
    }

    [Theory]
    [MemberData(nameof(Sequences))]
    public void Virtual_users_and_iterations_of_all_segments_are_those_of_the_whole(string sequence)
    {
        var segments = SegmentsOf(sequence);
        for (var users = 1; users < 40; users++)
        {
            var constant = new ConstantVus { VirtualUsers = users, Duration = TimeSpan.FromSeconds(1) };
            segments.SelectMany(s => constant.CreatePacers(s, 2, 0)).Sum(p => p.MaxVirtualUsers).ShouldBe(users);
            var shared = new SharedIterations { VirtualUsers = users, Iterations = users * 2 + 5 };
            segments.Sum(shared.IterationsIn).ShouldBe(shared.Iterations);
            segments.Sum(s => constant.IterationsIn(s) ?? 0).ShouldBe(0);
            segments.Sum(new PerVuIterations { VirtualUsers = users, Iterations = 3 }.IterationsIn).ShouldBe(users * 3);
            segments.ShouldAllBe(s => shared.VirtualUsersIn(s) > 0 || shared.IterationsIn(s) == 0L);
        }
    }

    [Fact]
    public void A_ramp_of_users_is_shared_at_every_moment()
    {
        var ramp = new RampingVus { StartVirtualUsers = 3, Stages = [new(TimeSpan.FromSeconds(7), 50), new(TimeSpan.FromSeconds(3), 2)] };
        var whole = (LoopPacer)ramp.CreatePacers(1, 0)[0];
        var parts = SegmentsOf("0,1/4,1/2,1").SelectMany(s => ramp.CreatePacers(s, 2, 0)).Cast<LoopPacer>().ToList();
        for (var at = 0L; at < 10_500_000_000; at += 7_000_001)
            parts.Sum(p => p.AllowedVirtualUsers(at)).ShouldBe(whole.AllowedVirtualUsers(at));
    }

    [Theory]
    [InlineData("1/4", null, "0:1/4")]
    [InlineData("25%:50%", null, "1/4:1/2")]
    [InlineData("0:0.25", null, "0:1/4")]
    public void Reads_the_spellings_of_a_segment(string text, string? sequence, string same) =>
        Segment(text, sequence).ShouldBe(Segment(same));

    [Theory]
    [InlineData("", null, "write one as in 0:1/4")]
    [InlineData("1/2:1/4", null, "write one as in 0:1/4")]
    [InlineData("0:5/4", null, "write one as in 0:1/4")]
    [InlineData("0:1/0", null, "write one as in 0:1/4")]
    [InlineData("0:1/4", "0,1/4,1/2", "must go from 0 to 1")]
    [InlineData("0:1/4", "0,1/2,1/4,1", "write rising fractions")]
    [InlineData("0:1/4", "0,1/2,1", "is not part of the sequence")]
    [InlineData("0:1/100003", "0,1/100003,1", "write simpler ones")]
    [InlineData("0:1/100003", null, "write simpler fractions")]
    public void Says_what_is_wrong_with_a_segment(string text, string? sequence, string advice)
    {
        ExecutionSegment.TryParse(text, sequence, out _, out var error).ShouldBeFalse();
        error!.ShouldContain(advice);
    }

    private static List<ExecutionSegment> SegmentsOf(string sequence)
    {
        var ends = sequence.Split(',');
        return [.. ends.Zip(ends.Skip(1), (from, to) => Segment($"{from}:{to}", sequence))];
    }

    private static IEnumerable<long> Own(ExecutionSegment segment, int total)
    {
        for (var own = 0L; segment.Stripe.WholeOf(own) < total; own++) yield return segment.Stripe.WholeOf(own);
    }
}
