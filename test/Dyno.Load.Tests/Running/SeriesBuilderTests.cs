namespace Dyno.Load.Tests;

public sealed class SeriesBuilderTests
{
    private readonly SeriesBuilder _series = new();

    [Fact]
    public void Merges_neighbours_and_doubles_the_interval_when_it_becomes_too_long()
    {
        for (var second = 0; second < 2_000; second++) Add(requests: 1, nanos: 1_000 + second, lag: second);

        var points = _series.Build();
        _series.IntervalSeconds.ShouldBe(4);
        points.Length.ShouldBe(500);
        points.ShouldAllBe(p => p.Requests == 4 && p.PlannedStarts == 8);
        points[10].MaxNanos.ShouldBe(1_043);
        points[10].P50Nanos.ShouldBe(1_041);
        HdrEncoding.DecodeBase64(points[10].Histogram).Count.ShouldBe(4);
        points[10].StartLagP99Nanos.ShouldBe(43);
    }

    [Fact]
    public void Never_holds_more_than_its_limit()
    {
        for (var second = 0; second < 5_000; second++)
        {
            Add(requests: 1, nanos: 5, lag: 0);
            if (second % 500 == 0) _series.Build().Length.ShouldBeLessThanOrEqualTo(SeriesBuilder.MaxIntervals);
        }

        _series.Build().Sum(p => p.Requests).ShouldBe(5_000);
        _series.IntervalSeconds.ShouldBe(8);
    }

    [Fact]
    public void A_late_look_leaves_the_seconds_before_it_empty()
    {
        Add(requests: 1, nanos: 5, lag: 0, seconds: 3);

        _series.Build().Select(p => p.Requests).ShouldBe([0, 0, 1]);
        _series.Build()[0].Histogram.ShouldBe("");
    }

    [Fact]
    public void A_short_tail_belongs_to_the_last_interval_a_long_one_is_its_own()
    {
        Add(requests: 10, nanos: 5, lag: 0);
        _series.AddTail(new IntervalFigures(1, 0, 0, 0, 0), Values(7), Values(), 0.04);
        _series.Build().ShouldHaveSingleItem().ShouldSatisfyAllConditions(p => p.Requests.ShouldBe(11), p => p.MaxNanos.ShouldBe(7));

        _series.AddTail(new IntervalFigures(2, 0, 0, 0, 0), Values(7), Values(), 0.5);
        _series.Build().Select(p => p.Requests).ShouldBe([11, 2]);
    }

    [Fact]
    public void A_closed_model_has_no_planned_starts_and_no_lag()
    {
        _series.Add(new IntervalFigures(1, 0, null, 0, 3), Values(5), null, 1);

        var point = _series.Build().ShouldHaveSingleItem();
        (point.PlannedStarts, point.StartLagP99Nanos, point.ActiveVirtualUsers).ShouldBe((null, null, 3));
    }

    [Fact]
    public void Thins_out_early_when_the_histograms_are_large_and_loses_nothing()
    {
        var wide = new Histogram();
        for (var i = 1L; i <= 4_000; i++) wide.Record(i * i * 175);
        for (var second = 0; second < 701; second++) _series.Add(new IntervalFigures(4_000, 0, null, 0, 1), wide, null, 1);

        var points = _series.Build();
        points.Length.ShouldBeLessThan(SeriesBuilder.MinIntervals + 1);
        points.Length.ShouldBeGreaterThanOrEqualTo(SeriesBuilder.MinIntervals / 2);
        points.Sum(p => p.Requests).ShouldBe(4_000 * 701);
        points.Sum(p => HdrEncoding.DecodeBase64(p.Histogram).Count).ShouldBe(4_000 * 701);
        points.ShouldAllBe(p => p.MaxNanos == wide.Max);
        points[..^1].ShouldAllBe(p => p.Requests == 4_000 * (long)_series.IntervalSeconds);
    }

    [Fact]
    public void A_second_of_a_long_run_leaves_no_garbage()
    {
        var series = new SeriesBuilder(TimeSpan.FromMinutes(30));
        var (response, lag) = (Values(1_000, 2_000, 4_000_000), Values(10, 20));
        for (var second = 0; second < 100; second++) series.Add(new IntervalFigures(3, 0, 3, 0, 1), response, lag, 1);

        Allocations.Least(() =>
        {
            for (var second = 0; second < 500; second++) series.Add(new IntervalFigures(3, 0, 3, 0, 1), response, lag, 1);
        }).ShouldBe(0);
    }

    [Fact]
    public void Half_an_hour_of_large_histograms_fits_into_what_was_reserved_and_a_little_more()
    {
        var series = new SeriesBuilder(TimeSpan.FromMinutes(30));
        var wide = new Histogram();
        for (var i = 1L; i <= 2_000; i++) wide.Record(i * i * 175);
        for (var second = 0; second < 120; second++) series.Add(new IntervalFigures(2_000, 0, null, 0, 1), wide, null, 1);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var second = 120; second < 1_800; second++) series.Add(new IntervalFigures(2_000, 0, null, 0, 1), wide, null, 1);

        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(512 * 1024);
        series.Build().Sum(p => p.Requests).ShouldBe(2_000 * 1_800);
    }

    private void Add(long requests, long nanos, long lag, int seconds = 1) =>
        _series.Add(new IntervalFigures(requests, 0, 2, 0, 1), Values(nanos), Values(lag), seconds);

    private static Histogram Values(params ReadOnlySpan<long> values)
    {
        var histogram = new Histogram();
        foreach (var value in values) histogram.Record(value);
        return histogram;
    }
}
