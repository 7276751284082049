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
    public void Of_a_process_that_is_not_there_nothing_is_read() => new ExactCpuTime(int.MaxValue - 7).Nanos().ShouldBeNull();
}
