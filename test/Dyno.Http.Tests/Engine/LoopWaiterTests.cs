using Dyno.Http.Interop;
using Dyno.Http.Linux;
using Dyno.Load.Engine;

namespace Dyno.Http.Tests.Engine;

public unsafe class LoopWaiterTests
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
        var epoll = Libc.epoll_create1(EpollFlags.CloseOnExec);
        var waiter = new LoopWaiter(epoll, clock, strategy, isPrecise);
        var activity = new WorkerActivity();
        var events = stackalloc EpollEvent[4];
        var begin = clock.NowNanos;
        waiter.Begin(begin);
        var wake = begin + 20_000_000;
        do waiter.Wait(events, 4, wake, isStart: true, hasWorked: false, activity).ShouldBe(0);
        while (clock.NowNanos < wake);
        var elapsed = clock.NowNanos - begin;
        // Also what lies between two polls of a worker that has nothing to do: it spins on purpose. All but the last turn,
        // however long that one took.
        activity.WaitedNanos.ShouldBeInRange(1, elapsed);
        _ = Libc.close(epoll);
    }

    [Fact]
    public void A_wake_time_in_the_past_only_looks()
    {
        var clock = new EngineClock();
        var epoll = Libc.epoll_create1(EpollFlags.CloseOnExec);
        var waiter = new LoopWaiter(epoll, clock, WaitStrategy.Frugal, isPrecise: true);
        var events = stackalloc EpollEvent[4];
        waiter.Begin(clock.NowNanos);
        waiter.Wait(events, 4, 0, isStart: false, hasWorked: true, new WorkerActivity()).ShouldBe(0);
        _ = Libc.close(epoll);
    }
}
