namespace Dyno.Http.Tests;

public class LoopWaiterTests
{
    [Theory]
    [InlineData(WaitStrategy.Hybrid, true)]
    [InlineData(WaitStrategy.Hybrid, false)]
    [InlineData(WaitStrategy.Busy, true)]
    [InlineData(WaitStrategy.Frugal, true)]
    [InlineData(WaitStrategy.Frugal, false)]
    public void Waiting_for_a_start_ends_at_its_time_and_counts_as_waiting(WaitStrategy strategy, bool isPrecise)
    {
        var clock = new EngineClock();
        using var events = EpollEvents.TryCreate(isPrecise, out _)!;
        var waiter = new LoopWaiter(events, clock, strategy);
        var activity = new WorkerActivity();
        var begin = clock.NowNanos;
        waiter.Begin(begin);
        var wake = begin + 20_000_000;
        do waiter.Wait(wake, isStart: true, hasWorked: false, activity).ShouldBe(0);
        while (clock.NowNanos < wake);
        var elapsed = clock.NowNanos - begin;
        // Also what lies between two polls of a worker that has nothing to do: it spins on purpose. All but the last turn,
        // however long that one took.
        activity.WaitedNanos.ShouldBeInRange(1, elapsed);
    }

    [Fact]
    public void A_wake_time_in_the_past_only_looks()
    {
        var clock = new EngineClock();
        using var events = EpollEvents.TryCreate(out _)!;
        var waiter = new LoopWaiter(events, clock, WaitStrategy.Frugal);
        waiter.Begin(clock.NowNanos);
        waiter.Wait(0, isStart: false, hasWorked: true, new WorkerActivity()).ShouldBe(0);
    }
}
