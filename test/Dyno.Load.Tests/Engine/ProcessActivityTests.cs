namespace Dyno.Load.Tests;

/// <summary>What a worker waited, by the CPU time of its process or by what is known of it.</summary>
public sealed class ProcessActivityTests
{
    private const long Second = 1_000_000_000;
    private const long OddTick = 100; // of the clock
    private const int NoPart = int.MaxValue; // of the process's CPU time
    private readonly FakeClock _time = new();
    private readonly WorkerActivity _activity = new();

    [Fact]
    public void A_worker_whose_process_takes_no_cpu_time_waited_whatever_its_own_thread_says()
    {
        using (new ProcessActivity(new EngineClock(_time), _activity, () => NoPart)) Pass(waitedNanos: Second / 10);

        _activity.WaitedNanos.ShouldBeInRange(Second - OddTick, Second + OddTick);
    }

    [Fact]
    public void A_worker_whose_thread_works_too_waited_only_when_its_thread_did()
    {
        using (new ProcessActivity(new EngineClock(_time), _activity, () => NoPart) { CountsOwnThread = true }) Pass(waitedNanos: Second / 10);

        _activity.WaitedNanos.ShouldBeInRange(Second / 10 - OddTick, Second / 10 + OddTick);
    }

    [Fact]
    public void Cpu_time_of_the_process_is_no_wait()
    {
        var spun = 0L;
        using (new ProcessActivity(new EngineClock(_time), _activity, () => 1, () => spun))
        {
            for (var end = Environment.CpuUsage.TotalTime + TimeSpan.FromMilliseconds(50); Environment.CpuUsage.TotalTime < end;) spun += 0;
            Pass(waitedNanos: 0);
        }

        _activity.WaitedNanos.ShouldBeLessThanOrEqualTo(Second - 50_000_000);
    }

    private void Pass(long waitedNanos)
    {
        _activity.Waited(waitedNanos);
        _time.Pass(Second);
    }
}
