namespace Dyno.Experiments.Tests;

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
    public void A_slice_without_an_answer_counts_with_its_time() =>
        SliceRatio.LogRatio("rate", Of([1, 1, 1, 1, 1, 1, 1, 1]), Of([1, 0, 1, 0, 0, 1, 0, 1]))!.Value.ShouldBe(Math.Log(0.5), 1e-9);

    [Fact]
    public void A_launch_without_an_answer_has_no_ratio() => SliceRatio.LogRatio("rate", Of([1, 1, 1, 1]), Of([0, 0, 0, 0])).ShouldBeNull();

    [Fact]
    public void Only_the_counted_requests_are_divided_by_the_time()
    {
        var counted = Of([1, 1, 1, 1]);
        counted = counted with { Slices = [.. counted.Slices.Select(s => s with { Counted = s.Requests * 0.9, Length = s.Length * 0.9 })] };
        SliceRatio.LogRatio("rate", Of([1, 1, 1, 1]), counted)!.Value.ShouldBe(0, 1e-9);
    }

    [Fact]
    public void Failures_do_not_count_as_pace()
    {
        var failing = Of([1, 1, 1, 1]);
        failing = failing with { Slices = [.. failing.Slices.Select(s => s with { Failed = s.Requests / 2 })] };
        SliceRatio.LogRatio("rate", Of([1, 1, 1, 1]), failing)!.Value.ShouldBe(Math.Log(0.5), 1e-3);
    }

    [Fact]
    public void Without_slices_or_for_another_metric_there_is_none()
    {
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

    [Fact]
    public void The_standard_error_is_that_of_the_scatter_of_the_blocks()
    {
        var random = new Random(20261129);
        var (squares, errors) = (0.0, 0.0);
        const int Launches = 2000;
        for (var launch = 0; launch < Launches; launch++)
        {
            double[] Side() => [.. Enumerable.Range(0, 20).Select(_ => 1 + 0.2 * (random.NextDouble() - 0.5))];
            var (one, other) = (Of(Side()), Of(Side()));
            squares += Math.Pow(SliceRatio.LogRatio("rate", one, other)!.Value, 2);
            errors += Math.Pow(SliceRatio.StandardError("rate", one, other)!.Value, 2);
        }
        (errors / squares).ShouldBe(1, 0.1);
    }

    internal static DuetRecord Of(double[] factors, double length = 0.2) => new()
    {
        SliceSeconds = length,
        Variants = 2,
        Slices = [.. factors.Select((factor, block) =>
            new SliceResult { Block = block, Seconds = block, Length = length, Failed = 0, Requests = (long)Math.Round(10_000 * factor) })],
    };
}
