namespace Dyno.Observation.Tests;

public sealed class RuntimeTimelineTests
{
    private static readonly DateTime Start = new(2026, 11, 21, 12, 0, 0, DateTimeKind.Utc);

    [Fact]
    public void Counters_of_the_warm_up_stand_in_the_series_and_not_in_the_figures()
    {
        var timeline = new RuntimeTimeline(ObserveLevel.Full);
        for (var second = 0; second < 3; second++) Burst(timeline, second, allocated: 1_000_000, exceptions: 50);
        timeline.Begin(Start.AddSeconds(2.5));
        for (var second = 3; second < 7; second++) Burst(timeline, second, allocated: 2_000, exceptions: 1);

        var seen = timeline.End(Start.AddSeconds(6.5), requestsPerSecond: 100)!;
        seen.Series.Length.ShouldBe(7);
        seen.Series[0].Seconds.ShouldBe(-2.5, 1e-9);
        seen.AllocationRate.ShouldBe(2_000);
        seen.AllocatedBytesPerRequest!.Value.ShouldBe((2 * 1_000_000 + 4 * 2_000) / 600.0, 1e-6, "of the whole launch, but for its first second");
        seen.Exceptions.ShouldBe(4);
        seen.ServerRequestsPerSecond!.Value.ShouldBe(100, 1e-9);
    }

    /// <summary>In a duet the server is idle while the others are loaded, and the generator's rate is of other seconds than the counters.</summary>
    [Fact]
    public void Allocated_bytes_of_the_launch_are_divided_by_its_requests_even_where_bursts_are_late()
    {
        var timeline = new RuntimeTimeline(ObserveLevel.Full);
        timeline.Begin(Start.AddSeconds(-0.5));
        double[] requests = [0, 100, 100, 700, 1_000]; // running totals
        for (var second = 0; second < requests.Length; second++)
        {
            var at = Start.AddSeconds(second == 2 ? 2.7 : second); // two bursts in one second
            timeline.Counter(at, "System.Runtime", "alloc-rate", 2_400 * (requests[second] - (second == 0 ? 0 : requests[second - 1])));
            timeline.Counter(at, "Microsoft.AspNetCore.Hosting", "requests-per-second", requests[second] - (second == 0 ? 0 : requests[second - 1]));
        }
        timeline.End(Start.AddSeconds(4.2), requestsPerSecond: 170)!.AllocatedBytesPerRequest.ShouldBe(2_400);
    }

    /// <summary>
    /// The load ends between the two bursts of a second, or before the burst of the requests: the bytes of that second have no requests.
    /// In one of three recorded launches this made 5 % more of the bytes per request.
    /// </summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_second_of_which_only_one_count_has_arrived_does_not_count(bool bytesMissing)
    {
        var timeline = new RuntimeTimeline(ObserveLevel.Full);
        timeline.Begin(Start.AddSeconds(-0.5));
        for (var second = 0; second < 8; second++)
        {
            if (second < 7 || !bytesMissing) timeline.Counter(Start.AddSeconds(second), "System.Runtime", "alloc-rate", second == 0 ? 900_000 : 24_000_000);
            if (second < 7 || bytesMissing) timeline.Counter(Start.AddSeconds(second + 0.004), "Microsoft.AspNetCore.Hosting", "requests-per-second", second == 0 ? 0 : 1_000);
        }
        timeline.End(Start.AddSeconds(7.2), requestsPerSecond: 1_000)!.AllocatedBytesPerRequest.ShouldBe(24_000);
    }

    /// <summary>The server counts the request that opens a connection; the load, the messages over it.</summary>
    [Theory]
    [InlineData(0)] // all connections are opened at the start
    [InlineData(10)]
    [InlineData(500)] // two messages each
    public void Allocated_bytes_are_per_message_where_a_request_carries_many(double opened)
    {
        var timeline = new RuntimeTimeline(ObserveLevel.Full);
        timeline.Begin(Start.AddSeconds(2.5));
        for (var second = 0; second < 9; second++)
        {
            timeline.Counter(Start.AddSeconds(second), "System.Runtime", "alloc-rate", second == 0 ? 2_000_000 : 250_000);
            timeline.Counter(Start.AddSeconds(second + 0.004), "Microsoft.AspNetCore.Hosting", "requests-per-second", second == 0 ? 100 : opened);
            timeline.Counter(Start.AddSeconds(second + 0.004), "Microsoft.AspNetCore.Hosting", "total-requests", 100 + second * opened);
        }
        timeline.End(Start.AddSeconds(8.5), requestsPerSecond: 1_000)!.AllocatedBytesPerRequest.ShouldBe(250);
    }

    /// <summary>A program allocates more before and with its first requests than it does for each request.</summary>
    [Fact]
    public void What_a_program_allocates_once_is_not_divided_among_its_requests()
    {
        var timeline = new RuntimeTimeline(ObserveLevel.Full);
        timeline.Begin(Start.AddSeconds(-0.5));
        double[] requests = [0, 0, 5, 10, 10, 0, 0];
        for (var second = 0; second < requests.Length; second++)
        {
            timeline.Counter(Start.AddSeconds(second), "System.Runtime", "alloc-rate", second < 3 ? 900_000 : 2_000 * requests[second]);
            timeline.Counter(Start.AddSeconds(second + 0.004), "Microsoft.AspNetCore.Hosting", "requests-per-second", requests[second]);
        }
        timeline.End(Start.AddSeconds(6.5), requestsPerSecond: 4)!.AllocatedBytesPerRequest.ShouldBe(2_000);
    }

    /// <summary>
    /// Two heaps with half of the allocations each; the second one is given up after a while, and may be taken again. The runtime before
    /// .NET 11 adds up the heaps in use, and its counter stands still while the sum is lower than it was (dotnet/runtime#131069).
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_counter_that_stands_still_because_a_heap_was_given_up_does_not_change_the_bytes_per_request(bool returns)
    {
        var timeline = new RuntimeTimeline(ObserveLevel.Full);
        timeline.Begin(Start.AddSeconds(-0.5));
        double one = 0, two = 0, highest = 0, stood = 0;
        for (var second = 0; second < 20; second++)
        {
            var isGivenUp = second >= 12 && !(returns && second >= 16);
            (one, two) = isGivenUp ? (one + 24_000_000, two) : (one + 12_000_000, two + 12_000_000);
            var counted = Math.Max(highest, isGivenUp ? one : one + two);
            if (counted == highest) stood++;
            timeline.Counter(Start.AddSeconds(second), "System.Runtime", "alloc-rate", counted - highest);
            timeline.Counter(Start.AddSeconds(second + 0.004), "Microsoft.AspNetCore.Hosting", "requests-per-second", 1_000);
            highest = counted;
        }
        stood.ShouldBeGreaterThan(3);
        timeline.End(Start.AddSeconds(19.5), requestsPerSecond: 1_000)!.AllocatedBytesPerRequest.ShouldBe(24_000);
    }

    [Fact]
    public void A_counter_that_a_figure_names_is_kept_by_the_second_and_merged_by_its_kind()
    {
        var timeline = new RuntimeTimeline(ObserveLevel.Full);
        for (var second = 0; second < 3; second++) timeline.Counter(Start.AddSeconds(second), "System.Runtime", "active-timer-count", 100);
        timeline.Begin(Start.AddSeconds(2.5));
        foreach (var (value, second) in new[] { (5, 3), (9, 4), (7, 5) }) timeline.Counter(Start.AddSeconds(second), "System.Runtime", "active-timer-count", value);

        timeline.LatestCounters["server.timers"].ShouldBe(9); // of the last complete second
        var seen = timeline.End(Start.AddSeconds(5.5), requestsPerSecond: 1)!;
        seen.Counters["server.timers"].ShouldBe(9);
        seen.CounterSeries["server.timers"].ShouldBe([100, 100, 100, 5, 9, 7]);
    }

    [Fact]
    public void A_burst_that_comes_late_still_falls_into_its_own_second()
    {
        var timeline = new RuntimeTimeline(ObserveLevel.Minimal);
        timeline.Begin(Start.AddSeconds(-1));
        foreach (var at in new[] { 0.0, 1.3, 1.8, 3.2 }) timeline.Counter(Start.AddSeconds(at), "System.Runtime", "exception-count", 1);

        timeline.End(Start.AddSeconds(4), 1)!.Series.Select(p => p.Seconds).ShouldBe([1, 2, 3, 4]);
    }

    [Fact]
    public void A_pause_is_from_the_request_to_stand_still_until_the_threads_run_again()
    {
        var timeline = new RuntimeTimeline(ObserveLevel.Full);
        timeline.Counter(Start, "System.Runtime", "exception-count", 0);
        timeline.Suspended(Start.AddSeconds(0.1));
        timeline.Resumed(Start.AddSeconds(0.2)); // in the warm-up
        timeline.Begin(Start.AddSeconds(1));
        timeline.Resumed(Start.AddSeconds(1.5)); // began before the session
        timeline.Suspended(Start.AddSeconds(2));
        timeline.Suspended(Start.AddSeconds(2.1)); // a second request while they stand
        timeline.Resumed(Start.AddSeconds(2.25));

        var seen = timeline.End(Start.AddSeconds(6), 1)!;
        seen.GcPauses!.Count.ShouldBe(1);
        ((double)seen.GcPauses.MaxNanos).ShouldBe(0.25e9, 1e6);
        seen.GcPauseShare!.Value.ShouldBe(0.05, 1e-6);
    }

    [Fact]
    public void Quantiles_of_several_routes_are_not_pooled()
    {
        var timeline = new RuntimeTimeline(ObserveLevel.Full);
        timeline.Counter(Start, "System.Runtime", "exception-count", 0);
        timeline.Begin(Start.AddSeconds(-1));
        timeline.Durations(Start, 10, "0.5=9;0.95=9;0.99=9");
        timeline.Durations(Start, 1000, "0.5=0.001;0.95=0.002;0.99=3E-03");
        timeline.Durations(Start, 20, "0.5=8;0.95=8;0.99=8");

        var point = timeline.End(Start.AddSeconds(1), 1)!.Series.Single();
        point.DurationP50Nanos!.Value.ShouldBe(1e6, 1);
        point.DurationP99Nanos!.Value.ShouldBe(3e6, 1);
    }

    [Fact]
    public void A_session_without_counters_says_nothing() => new RuntimeTimeline(ObserveLevel.Full).End(Start, 1).ShouldBeNull();

    [Fact]
    public void Only_a_count_later_than_the_load_counts_what_was_served()
    {
        var timeline = new RuntimeTimeline(ObserveLevel.Full);
        Burst(timeline, 1, 0, 0);
        timeline.ServedAfter(Start.AddSeconds(1.5)).ShouldBeNull();
        Burst(timeline, 2, 0, 0);
        timeline.ServedAfter(Start.AddSeconds(1.5)).ShouldBe(200);
    }

    private static void Burst(RuntimeTimeline timeline, int second, double allocated, double exceptions)
    {
        var at = Start.AddSeconds(second);
        timeline.Counter(at, "System.Runtime", "alloc-rate", allocated);
        timeline.Counter(at, "System.Runtime", "exception-count", exceptions);
        timeline.Counter(at, "Microsoft.AspNetCore.Hosting", "total-requests", 100 * second);
        timeline.Counter(at, "Microsoft.AspNetCore.Hosting", "requests-per-second", 100);
    }
}
