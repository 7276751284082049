namespace Dyno.Observation.Tests;

public sealed class ReadingTimelineTests
{
    private readonly SteppedTime _time = new();
    private readonly ReadingTimeline _timeline;

    public ReadingTimelineTests() => _timeline = new ReadingTimeline(_time);

    [Fact]
    public void Totals_are_counted_over_the_measurement_only()
    {
        Take(cpu: 10, requests: 1000);
        After(5, cpu: 20, requests: 6000); // the warm-up
        _timeline.Begin();
        Take(cpu: 20, requests: 6000);
        for (var second = 1; second <= 10; second++) After(1, cpu: 20 + 0.5 * second, requests: 6000 + 100 * second);

        var summary = _timeline.End();
        var seen = ReadingFigures.Observation(summary, requests: 1000);

        summary.WindowSeconds.ShouldBe(10, 1e-3);
        seen.CpuCores.ShouldBe(0.5, 1e-3);
        seen.CpuSeconds.ShouldBe(5, 1e-2);
        seen.CpuMicrosPerRequest.ShouldBe(5000, 5);
        seen.Runtime!.ServerRequestsPerSecond!.Value.ShouldBe(100, 0.1);
        seen.Runtime.Series.Count(p => p.Seconds > 0).ShouldBe(10);
        _timeline.Total(ServerFigure.Requests)!.Value.ShouldBe(6000, "since the first reading");
    }

    [Fact]
    public void A_server_that_begins_anew_is_noticed_and_its_totals_go_on()
    {
        Take(cpu: 100, requests: 5000);
        _timeline.Begin();
        Take(cpu: 100, requests: 5000);
        After(1, cpu: 101, requests: 5100);
        After(1, cpu: 0.25, requests: 30); // another process
        After(1, cpu: 1.25, requests: 130);

        var summary = _timeline.End();

        _timeline.Restarts.ShouldBe(1);
        summary.Changes[ServerFigure.CpuSeconds].ShouldBe(2.25, 1e-6);
        summary.Changes[ServerFigure.Requests].ShouldBe(230, 1e-6);
    }

    [Fact]
    public void A_step_that_no_server_can_make_is_refused()
    {
        Take(cpu: 1);
        _timeline.Begin();
        Take(cpu: 1);
        After(1, cpu: 1e9); // a billion seconds of CPU time in one second

        var summary = _timeline.End();

        summary.Refused.ShouldBe([ServerFigure.CpuSeconds]);
        summary.Changes[ServerFigure.CpuSeconds].ShouldBe(0);
    }

    [Fact]
    public void A_pause_is_not_longer_than_its_interval()
    {
        _timeline.Take(Reading((ServerFigure.GcPause, 0)));
        _timeline.Begin();
        _timeline.Take(Reading((ServerFigure.GcPause, 0)));
        _time.Advance(TimeSpan.FromSeconds(1));
        _timeline.Take(Reading((ServerFigure.GcPause, 500)));

        _timeline.End().Refused.ShouldBe([ServerFigure.GcPause]);
    }

    [Fact]
    public void Levels_have_a_mean_and_a_peak_of_the_measurement()
    {
        _timeline.Take(Reading((ServerFigure.WorkingSet, 9000)));
        _timeline.Begin();
        foreach (var bytes in new double[] { 100, 300, 200 })
        {
            _timeline.Take(Reading((ServerFigure.WorkingSet, bytes)));
            _time.Advance(TimeSpan.FromSeconds(1));
        }

        var seen = ReadingFigures.Observation(_timeline.End(), 1);

        (seen.MeanWorkingSetBytes, seen.PeakWorkingSetBytes, seen.WorkingSetBeforeBytes).ShouldBe((200, 300, 100));
    }

    [Fact]
    public void Pieces_are_counted_once_each_however_often_a_page_repeats_them()
    {
        _timeline.Take(Pieces((1000, 7), (2000, 7)));
        _timeline.Begin();
        _timeline.Take(Pieces((1000, 7), (2000, 7)));
        _time.Advance(TimeSpan.FromSeconds(1));
        _timeline.Take(Pieces((2000, 7), (3000, 40)));
        _time.Advance(TimeSpan.FromSeconds(1));
        _timeline.Take(Pieces((3000, 40), (4000, 2)));

        _timeline.End().Changes[ServerFigure.Allocated].ShouldBe(42);
    }

    [Fact]
    public void Generations_that_include_each_other_are_made_of_those_that_do_not()
    {
        _timeline.Take(Reading((ServerFigure.OnlyGen0, 0), (ServerFigure.OnlyGen1, 0), (ServerFigure.Gen2, 0)));
        _timeline.Begin();
        _timeline.Take(Reading((ServerFigure.OnlyGen0, 0), (ServerFigure.OnlyGen1, 0), (ServerFigure.Gen2, 0)));
        _time.Advance(TimeSpan.FromSeconds(1));
        _timeline.Take(Reading((ServerFigure.OnlyGen0, 10), (ServerFigure.OnlyGen1, 3), (ServerFigure.Gen2, 1)));

        var runtime = ReadingFigures.Observation(_timeline.End(), 1).Runtime!;

        (runtime.Gen0Collections, runtime.Gen1Collections, runtime.Gen2Collections).ShouldBe((14, 4, 1));
    }

    [Fact]
    public void A_day_of_readings_takes_the_memory_of_an_hour()
    {
        _timeline.Begin();
        for (var second = 0; second < 86_400; second++) After(1, cpu: second, requests: second);

        var summary = _timeline.End();

        summary.Points.Length.ShouldBeLessThanOrEqualTo(4_096);
        summary.PerSecond(ServerFigure.CpuSeconds)!.Value.ShouldBe(1, 1e-3);
    }

    [Fact]
    public void A_page_that_is_sent_again_is_no_reading()
    {
        Take(cpu: 10);
        _timeline.Begin();
        After(0.2, cpu: 10); // the same page
        After(0.8, cpu: 11);
        After(1, cpu: 12);
        After(0.2, cpu: 12); // the same page

        var summary = _timeline.End();

        summary.WindowSeconds.ShouldBe(2, 1e-3, "from the page of the beginning to the last new one");
        summary.PerSecond(ServerFigure.CpuSeconds)!.Value.ShouldBe(1, 1e-3);
    }

    [Fact]
    public void A_server_that_does_nothing_is_read_all_the_same()
    {
        Take(cpu: 10);
        _timeline.Begin();
        for (var second = 0; second < 5; second++) After(1, cpu: 10);

        _timeline.End().WindowSeconds.ShouldBe(4, 1e-3);
    }

    [Fact]
    public void Fewer_than_two_readings_are_no_measurement()
    {
        Take(cpu: 1);
        _timeline.Begin();
        _time.Advance(TimeSpan.FromSeconds(3));

        var summary = _timeline.End();

        summary.WindowSeconds.ShouldBe(0);
        summary.Changes.ShouldBeEmpty();
        ReadingFigures.Observation(summary, 10).CpuCores.ShouldBe(0);
    }

    private void After(double seconds, double cpu, double requests = 0)
    {
        _time.Advance(TimeSpan.FromSeconds(seconds));
        Take(cpu, requests);
    }

    private void Take(double cpu, double requests = 0) => _timeline.Take(Reading((ServerFigure.CpuSeconds, cpu), (ServerFigure.Requests, requests)));

    private static ServerReading Reading(params (ServerFigure Figure, double Value)[] values) => new()
    {
        Values = values.ToImmutableDictionary(v => v.Figure, v => v.Value),
        Pieces = ImmutableDictionary<ServerFigure, ImmutableArray<(long, double)>>.Empty,
        Refused = [],
    };

    private static ServerReading Pieces(params (long, double)[] pieces) => Reading() with
    {
        Pieces = ImmutableDictionary<ServerFigure, ImmutableArray<(long AtMillis, double Value)>>.Empty.Add(ServerFigure.Allocated, [.. pieces]),
    };
}
