namespace Dyno.Load.Tests;

public sealed class DisturbedBlocksTests
{
    [Fact]
    public void A_block_goes_where_others_took_more_than_is_usual_or_the_generator_stalled() =>
        DisturbedBlocks.Of([.. Quiet(12), Slice(3, others: 0.4), Slice(7, stalled: 0.2)]).ShouldBe([3, 7], ignoreOrder: true);

    [Fact]
    public void At_most_a_quarter_goes_the_most_disturbed_first() =>
        DisturbedBlocks.Of([.. Quiet(8), .. Enumerable.Range(0, 5).Select(b => Slice(b, others: 0.2 + 0.2 * b))]).ShouldBe([4, 3], ignoreOrder: true);

    [Fact]
    public void What_a_slice_measured_is_never_looked_at() =>
        DisturbedBlocks.Of([.. Quiet(12), Slice(2) with { Requests = 1, CpuMicros = 1e9 }]).ShouldBeEmpty();

    [Fact]
    public void The_rule_is_the_same_whichever_variant_it_hits()
    {
        SliceResult[] hit = [Slice(5, others: 0.5)];
        DisturbedBlocks.Of([.. hit, .. Quiet(12), .. Quiet(12)]).ShouldBe(DisturbedBlocks.Of([.. Quiet(12), .. Quiet(12), .. hit]));
    }

    [Fact]
    public void Without_evidence_nothing_goes() =>
        DisturbedBlocks.Of([.. Quiet(12).Select(s => s with { OthersShare = null })]).ShouldBeEmpty();

    [Fact]
    public void Steps_in_which_the_kernel_counts_idle_time_are_no_disturbance_of_short_slices()
    {
        // A program that is idle half of the time, in slices of 25 ms: what is counted in steps of 10 ms looks like others' work here and there.
        var slices = Enumerable.Range(0, 80).Select(b => Slice(b, others: b % 4 == 0 ? 0.3 : 0.1) with { Length = 0.025 }).ToList();
        DisturbedBlocks.Of(slices).ShouldBeEmpty();
        DisturbedBlocks.Of([.. slices.Select(s => s.Block is >= 40 and < 44 ? s with { OthersShare = 0.5 } : s)]).ShouldBe([40, 41, 42, 43], ignoreOrder: true);
    }

    private static IEnumerable<SliceResult> Quiet(int blocks) => Enumerable.Range(0, blocks).Select(b => Slice(b, others: 0.02));

    private static SliceResult Slice(int block, double others = 0.02, double stalled = 0) =>
        new() { Block = block, Seconds = block, Length = 0.2, Requests = 1000, Failed = 0, OthersShare = others, StalledSeconds = stalled };
}
