using Dyno.Experiments.Statistics;
using Dyno.Results.Runs;

namespace Dyno.Experiments.Tests.Statistics;

public sealed class SliceRatioTests
{
    [Fact]
    public void A_disturbance_of_whole_blocks_falls_out()
    {
        double[] machine = [1, 1, 0.4, 0.5, 1, 1.1, 0.9, 1];
        SliceRatio.LogRatio("rate", Of(machine), Of([.. machine.Select(m => m * 1.05)]))!.Value.ShouldBe(Math.Log(1.05), 1e-3);
    }

    [Fact]
    public void Exchanging_the_variants_changes_the_sign_and_nothing_else()
    {
        double[] one = [1, 1, 0.4, 0.5, 1, 1.1, 0.9, 1], other = [1, 1.2, 0.9, 0.4, 1, 1, 1, 1.3];
        SliceRatio.LogRatio("rate", Of(one), Of(other))!.Value.ShouldBe(-SliceRatio.LogRatio("rate", Of(other), Of(one))!.Value, 1e-12);
    }

    [Fact]
    public void Blocks_that_are_set_aside_do_not_count()
    {
        var disturbed = Of([1, 1, 1, 1, 0.1, 0.1, 1, 1]);
        var marked = disturbed with { Slices = [.. disturbed.Slices.Select(s => s with { IsSetAside = s.Block is 4 or 5 })] };
        SliceRatio.LogRatio("rate", Of([1, 1, 1, 1, 1, 1, 1, 1]), marked)!.Value.ShouldBe(0, 1e-9);
    }

    [Fact]
    public void A_slice_without_an_answer_counts_with_its_neighbours_and_is_not_left_out() =>
        SliceRatio.LogRatio("rate", Of([1, 1, 1, 1, 1, 1, 1, 1]), Of([1, 0, 1, 0, 0, 1, 0, 1]))!.Value.ShouldBe(Math.Log(0.5), 1e-9);

    [Fact]
    public void Where_answers_are_too_few_to_be_paired_the_sums_of_the_trial_are_the_ratio() =>
        SliceRatio.LogRatio("rate", Of([1, 1, 1, 1]), Of([1, 0, 0, 0])).ShouldBeNull();

    [Fact]
    public void Failures_do_not_count_as_pace()
    {
        var failing = Of([1, 1, 1, 1]);
        failing = failing with { Slices = [.. failing.Slices.Select(s => s with { Failed = s.Requests / 2 })] };
        SliceRatio.LogRatio("rate", Of([1, 1, 1, 1]), failing)!.Value.ShouldBe(Math.Log(0.5), 1e-3);
    }

    [Fact]
    public void Without_enough_blocks_or_for_another_metric_there_is_none()
    {
        SliceRatio.LogRatio("rate", Of([1, 1, 1]), Of([1, 1, 1])).ShouldBeNull();
        SliceRatio.LogRatio("p99", Of([1, 1, 1, 1]), Of([1, 1, 1, 1])).ShouldBeNull();
        SliceRatio.LogRatio("rate", null, Of([1, 1, 1, 1])).ShouldBeNull();
    }

    /// <summary>A collector that stops the program for 10 ms in every 100 ms: one slice of ten is empty, and the rate is a tenth less.</summary>
    [Theory]
    [InlineData(0.2, 1, 20)]
    [InlineData(0.1, 1, 20)]
    [InlineData(0.025, 4, 80)]
    [InlineData(0.01, 10, 200)]
    public void A_pause_counts_in_proportion_however_short_the_slices_are(double length, int slicesPerPause, int count)
    {
        var steady = Of([.. Enumerable.Repeat(1.0, count)], length);
        var pausing = Of([.. Enumerable.Range(0, count).Select(i => i % slicesPerPause == 0 ? 1 - 0.1 * slicesPerPause : 1)], length);
        SliceRatio.LogRatio("rate", steady, pausing)!.Value.ShouldBe(Math.Log(0.9), 1e-3);
    }

    /// <summary>Simulated launches of one program: a machine that drifts, and one slice in twenty that something took.</summary>
    [Fact]
    public void Scatters_less_than_the_ratio_of_the_sums_where_slices_are_disturbed()
    {
        var random = new Random(20261125);
        var (ours, sums) = (0.0, 0.0);
        const int Launches = 400;
        for (var launch = 0; launch < Launches; launch++)
        {
            var machine = Enumerable.Range(0, 12).Select(_ => 1 + 0.1 * (random.NextDouble() - 0.5)).ToArray();
            double[] Side() => [.. machine.Select(m => m * (1 + 0.04 * (random.NextDouble() - 0.5)) * (random.NextDouble() < 0.05 ? 0.4 : 1))];
            var (one, other) = (Side(), Side());
            ours += Math.Pow(SliceRatio.LogRatio("rate", Of(one), Of(other))!.Value, 2);
            sums += Math.Pow(Math.Log(other.Sum() / one.Sum()), 2);
        }
        Math.Sqrt(ours / sums).ShouldBeLessThan(0.5);
    }

    [Fact]
    public void Thousands_of_slices_take_no_longer_than_hundreds() =>
        SliceRatio.Estimate([.. Enumerable.Range(0, 100_000).Select(i => 0.03 + (i % 3 - 1) * 0.1)]).ShouldBe(0.03, 1e-3);

    internal static DuetRecord Of(double[] factors, double length = 0.2) => new()
    {
        SliceSeconds = length,
        Variants = 2,
        Slices = [.. factors.Select((factor, block) =>
            new SliceResult { Block = block, Seconds = block, Length = length, Failed = 0, Requests = (long)Math.Round(10_000 * factor) })],
    };
}
