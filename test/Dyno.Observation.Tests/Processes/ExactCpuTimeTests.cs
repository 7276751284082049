using System.Collections.Immutable;
using Dyno.Observation.Processes;

namespace Dyno.Observation.Tests.Processes;

public sealed class ExactCpuTimeTests
{
    [Fact]
    public void Counts_threads_that_have_ended()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the clock of another process is Linux's");
        var cpu = new ExactCpuTime(Environment.ProcessId);
        var before = cpu.Nanos()!.Value;
        var used = 0L;
        var spinning = new Thread(() =>
        {
            var own = new System.Diagnostics.Stopwatch();
            for (own.Start(); own.ElapsedMilliseconds < 40;) used += Environment.CurrentManagedThreadId;
        });
        spinning.Start();
        spinning.Join();

        cpu.Nanos()!.Value.ShouldBeGreaterThan(before + 100_000); // far less than it asked for: the machine may be busy
        used.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task A_probe_reads_it_with_the_idle_time_of_the_servers_CPUs_unless_a_service_shares_them()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the clock of another process is Linux's");
        var alone = await Probe().ReadCpuAsync(TestContext.Current.CancellationToken);
        alone.ShouldNotBeNull().UsedNanos.ShouldNotBeNull().ShouldBeGreaterThan(0);
        alone.IdleNanos.ShouldNotBeNull();
        alone.Cpus.ShouldBeGreaterThan(0);

        (await Probe(new WatchedService("db", "postgres", Environment.ProcessId, null)).ReadCpuAsync(TestContext.Current.CancellationToken))!.IdleNanos.ShouldBeNull();
        (await Probe(new WatchedService("db", "postgres", Environment.ProcessId, "4095")).ReadCpuAsync(TestContext.Current.CancellationToken))!.IdleNanos.ShouldNotBeNull();

        static ServerProbe Probe(params ImmutableArray<WatchedService> services) => new(Environment.ProcessId, null, services, TimeProvider.System);
    }

    [Fact]
    public void Of_a_process_that_is_not_there_nothing_is_read() => new ExactCpuTime(int.MaxValue - 7).Nanos().ShouldBeNull();
}
