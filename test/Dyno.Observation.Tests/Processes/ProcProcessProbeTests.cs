using System.Diagnostics;

namespace Dyno.Observation.Tests;

public sealed class ProcProcessProbeTests : IDisposable
{
    private readonly HostFolder _host = new();
    private readonly SteppedTime _time = new();

    [Fact]
    public void Cpu_is_what_was_used_between_begin_and_end_in_total_per_request_and_in_cores()
    {
        _host.WithProcess(10, 1, userTicks: 1_000, systemTicks: 500, threads: 20, pages: 100);
        var probe = Begin(10);
        _time.Advance(TimeSpan.FromSeconds(2));
        _host.WithProcess(10, 1, userTicks: 1_150, systemTicks: 550, threads: 25, pages: 200);

        var seen = probe.End(1_000).ShouldNotBeNull();

        seen.CpuSeconds.ShouldBe(2.0);
        seen.CpuMicrosPerRequest.ShouldBe(2_000, 1e-9);
        seen.CpuCores.ShouldBe(1.0, 1e-5);
        seen.MaxThreads.ShouldBe(25);
        seen.PeakWorkingSetBytes.ShouldBe(200L * Environment.SystemPageSize);
        seen.MeanWorkingSetBytes.ShouldBe(150L * Environment.SystemPageSize);
        seen.WorkingSetBeforeBytes.ShouldBe(100L * Environment.SystemPageSize);
        seen.MaxProcesses.ShouldBe(1);
    }

    [Fact]
    public void Each_sample_is_a_point_with_the_use_since_the_one_before()
    {
        _host.WithProcess(10, 1, userTicks: 0, threads: 5, pages: 10);
        var probe = Begin(10);
        Step(probe, 1, userTicks: 50, threads: 6, pages: 30);
        Step(probe, 3, userTicks: 350, threads: 4, pages: 50);

        var seen = probe.End(0).ShouldNotBeNull();

        seen.Series.Select(point => (point.Seconds, point.CpuCores, point.Threads)).ShouldBe([(1, 0.5, 6), (3, 1.5, 4)]);
        seen.MeanWorkingSetBytes.ShouldBe(40L * Environment.SystemPageSize);
        seen.CpuMicrosPerRequest.ShouldBe(0);
    }

    [Fact]
    public void Children_count_while_they_live_and_after_their_parent_has_waited_for_them()
    {
        _host.WithProcess(10, 1, userTicks: 100, threads: 2, pages: 10, children: "11 ")
            .WithProcess(11, 10, userTicks: 40, threads: 3, pages: 5, children: "12 ")
            .WithProcess(12, 11, userTicks: 7, threads: 1, pages: 1);
        var probe = Begin(10);
        _host.WithProcess(10, 1, userTicks: 110, threads: 2, pages: 10, reapedTicks: 90);
        _host.Remove("proc/11");
        _host.Remove("proc/12");
        _time.Advance(TimeSpan.FromSeconds(1));

        var seen = probe.End(0).ShouldNotBeNull();

        seen.CpuSeconds.ShouldBe((110 + 90 - 147) / 100.0, 1e-9);
        seen.MaxProcesses.ShouldBe(3);
        seen.MaxThreads.ShouldBe(6);
    }

    [Fact]
    public void A_high_water_mark_that_rose_during_the_measurement_is_the_peak()
    {
        _host.WithProcess(10, 1, userTicks: 0, pages: 10).With("proc/10/status", "VmHWM:\t  9000 kB\nCpus_allowed_list:\t0,2-3\n");
        var probe = Begin(10);
        _host.With("proc/10/status", "VmHWM:\t  9500 kB\nCpus_allowed_list:\t0,2-3\n");

        var seen = probe.End(0).ShouldNotBeNull();

        seen.PeakWorkingSetBytes.ShouldBe(9500L * 1024);
        seen.AvailableCpus.ShouldBe(3);
    }

    [Fact]
    public void A_high_water_mark_from_before_is_not()
    {
        _host.WithProcess(10, 1, userTicks: 0, pages: 10).With("proc/10/status", "VmHWM:\t  9000 kB\n");

        Begin(10).End(0).ShouldNotBeNull().PeakWorkingSetBytes.ShouldBe(10L * Environment.SystemPageSize);
    }

    [Fact]
    public void Switches_and_bytes_are_differences()
    {
        _host.WithProcess(10, 1, userTicks: 0)
            .With("proc/10/io", "rchar: 100\nwchar: 200\nsyscr: 1\n")
            .With("proc/10/task/10/status", "voluntary_ctxt_switches:\t10\nnonvoluntary_ctxt_switches:\t1\n");
        var probe = Begin(10);
        _host.With("proc/10/io", "rchar: 1100\nwchar: 2200\nsyscr: 1\n")
            .With("proc/10/task/10/status", "voluntary_ctxt_switches:\t15\nnonvoluntary_ctxt_switches:\t4\n")
            .With("proc/10/task/13/status", "voluntary_ctxt_switches:\t7\nnonvoluntary_ctxt_switches:\t2\n");

        var seen = probe.End(0).ShouldNotBeNull();

        (seen.ReadBytes, seen.WrittenBytes).ShouldBe((1_000, 2_000));
        (seen.VoluntaryContextSwitches, seen.InvoluntaryContextSwitches).ShouldBe((12, 5));
    }

    [Fact]
    public void What_the_kernel_hides_is_null()
    {
        _host.WithProcess(10, 1, userTicks: 0);

        var seen = Begin(10).End(0).ShouldNotBeNull();

        (seen.ReadBytes, seen.WrittenBytes).ShouldBe((null, null));
    }

    [Fact]
    public void A_process_that_ends_in_mid_run_is_accounted_up_to_its_last_sample()
    {
        _host.WithProcess(10, 1, userTicks: 0);
        var probe = Begin(10);
        Step(probe, 2, userTicks: 300);
        _host.Remove("proc/10");
        _time.Advance(TimeSpan.FromSeconds(8));
        probe.Sample(TimeSpan.FromSeconds(10));

        var seen = probe.End(100).ShouldNotBeNull();

        seen.CpuSeconds.ShouldBe(3);
        seen.CpuCores.ShouldBe(1.5, 1e-9);
        seen.Series.Length.ShouldBe(1);
    }

    [Fact]
    public void A_process_that_is_not_there_gives_nothing() => Begin(10).End(5).ShouldBeNull();

    [Fact]
    public void It_sees_this_very_process_work()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "reads the real /proc");
        var probe = new ProcProcessProbe(Environment.ProcessId);
        var started = Stopwatch.GetTimestamp();
        probe.Begin();
        // Until the kernel has booked some CPU time on this process; it books in steps of 10 ms.
        using var self = Process.GetCurrentProcess();
        var before = self.TotalProcessorTime;
        while (self.TotalProcessorTime - before < TimeSpan.FromMilliseconds(50)) self.Refresh();
        probe.Sample(Stopwatch.GetElapsedTime(started));

        var seen = probe.End(10).ShouldNotBeNull();

        seen.CpuSeconds.ShouldBeGreaterThan(0);
        seen.MaxThreads.ShouldBeGreaterThan(1);
        seen.PeakWorkingSetBytes.ShouldBeGreaterThan(1_000_000);
        seen.ReadBytes.ShouldNotBeNull().ShouldBeGreaterThan(0);
        seen.Series.ShouldHaveSingleItem().WorkingSetBytes.ShouldBeGreaterThan(0);
    }

    public void Dispose() => _host.Dispose();

    private ProcProcessProbe Begin(int processId)
    {
        var probe = new ProcProcessProbe(processId, _time, _host.Files);
        probe.Begin();
        return probe;
    }

    private void Step(ProcProcessProbe probe, int second, long userTicks, int threads = 1, long pages = 1)
    {
        _host.WithProcess(10, 1, userTicks, threads: threads, pages: pages);
        _time.Advance(TimeSpan.FromSeconds(1));
        probe.Sample(TimeSpan.FromSeconds(second));
    }
}
