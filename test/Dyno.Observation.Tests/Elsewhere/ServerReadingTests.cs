namespace Dyno.Observation.Tests;

public sealed class ServerReadingTests
{
    [Fact]
    public void The_series_of_a_metric_are_added_up()
    {
        var reading = Of("""
            dotnet_process_cpu_time_seconds_total{cpu_mode="user"} 2.5
            dotnet_process_cpu_time_seconds_total{cpu_mode="system"} 0.5
            dotnet_gc_last_collection_heap_size_bytes{gc_heap_generation="gen0"} 100
            dotnet_gc_last_collection_heap_size_bytes{gc_heap_generation="loh"} 900
            kestrel_active_connections{server_port="80"} 3
            kestrel_active_connections{server_port="443"} 4
            """);

        reading.Values[ServerFigure.CpuSeconds].ShouldBe(3);
        reading.Values[ServerFigure.Heap].ShouldBe(1000);
        reading.Values[ServerFigure.LargeObjectHeap].ShouldBe(900);
        reading.Values[ServerFigure.Connections].ShouldBe(7);
    }

    [Fact]
    public void Of_two_metrics_for_one_figure_the_better_one_counts()
    {
        var reading = Of("process_cpu_seconds_total 99\ndotnet_process_cpu_time_seconds_total 3\nprocess_resident_memory_bytes 5\n");

        reading.Values[ServerFigure.CpuSeconds].ShouldBe(3);
        reading.Values[ServerFigure.WorkingSet].ShouldBe(5);
    }

    [Theory]
    [InlineData("process_runtime_dotnet_gc_duration_nanoseconds_total 2000000000", ServerFigure.GcPause, 2)]
    [InlineData("dotnet_gc_pause_time_seconds_total 2", ServerFigure.GcPause, 2)]
    [InlineData("process_num_threads 40", ServerFigure.Threads, 40)]
    [InlineData("dotnet_thread_pool_queue_length_total 12", ServerFigure.PoolQueue, 12)]
    [InlineData("dotnet_collection_count_total{generation=\"0\"} 8", ServerFigure.Gen0, 8)]
    [InlineData("dotnet_gc_collections_total{gc_heap_generation=\"gen0\"} 8", ServerFigure.OnlyGen0, 8)]
    [InlineData("dotnet_total_memory_bytes 77", ServerFigure.Heap, 77)]
    public void Names_and_units_of_each_sender_are_understood(string line, object figure, double value) =>
        Of(line).Values[(ServerFigure)figure].ShouldBe(value);

    [Fact]
    public void The_pieces_of_dotnet_monitor_are_told_apart_by_their_times()
    {
        var reading = Of("""
            systemruntime_alloc_rate_bytes 40900 1618889166339
            systemruntime_alloc_rate_bytes 40900 1618889176316
            systemruntime_working_set_bytes 22000000 1618889166332
            systemruntime_working_set_bytes 23000000 1618889176312
            systemruntime_gen_0_gc_count 2 1618889176313
            microsoftaspnetcorehosting_total_requests 77 1618889176313
            """);

        reading.Pieces[ServerFigure.Allocated].ShouldBe([(1618889166339, 40900), (1618889176316, 40900)]);
        reading.Pieces[ServerFigure.Gen0].ShouldBe([(1618889176313, 2)]);
        reading.Values[ServerFigure.WorkingSet].ShouldBe(23e6, "the latest");
        reading.Values[ServerFigure.Requests].ShouldBe(77);
    }

    [Theory]
    [InlineData("process_cpu_seconds_total -1", ServerFigure.CpuSeconds)]
    [InlineData("process_cpu_seconds_total NaN", ServerFigure.CpuSeconds)]
    [InlineData("process_cpu_seconds_total +Inf", ServerFigure.CpuSeconds)]
    [InlineData("dotnet_process_memory_working_set_bytes 1e300", ServerFigure.WorkingSet)]
    [InlineData("dotnet_process_cpu_count 1e9", ServerFigure.Cpus)]
    [InlineData("kestrel_active_connections{a=\"1\"} 3\nkestrel_active_connections{a=\"2\"} -7", ServerFigure.Connections)]
    public void A_value_that_cannot_be_true_is_refused_with_its_whole_figure(string page, object figure)
    {
        var reading = Of(page);

        reading.Refused.ShouldBe([(ServerFigure)figure]);
        reading.Values.ShouldNotContainKey((ServerFigure)figure);
    }

    [Fact]
    public void A_figure_of_too_many_series_is_refused()
    {
        var page = new StringBuilder();
        for (var i = 0; i <= ServerReading.MostSeries; i++) page.Append("http_server_request_duration_seconds_count{path=\"").Append(i).Append("\"} 1\n");

        Of(page.ToString()).Refused.ShouldBe([ServerFigure.Requests]);
    }

    [Fact]
    public void A_meter_that_has_not_counted_an_exception_says_zero() =>
        Of("dotnet_monitor_lock_contentions_total 0").Values[ServerFigure.Exceptions].ShouldBe(0);

    [Fact]
    public void A_page_of_something_else_is_empty() => Of("go_goroutines 12\nnode_cpu_seconds_total{cpu=\"0\"} 3\n").IsEmpty.ShouldBeTrue();

    private static ServerReading Of(string page) => ServerReading.Of(PrometheusReader.Read(page));
}
