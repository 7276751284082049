using System.IO.Pipelines;

namespace Dyno.Load.Tests;

public sealed class ShareChannelTests
{
    [Fact]
    public async Task A_share_whose_agent_is_gone_is_cut()
    {
        var (channel, orders, signals) = Channel(TimeSpan.FromMinutes(1));

        await orders.CompleteAsync();

        await Until(signals.Aborting);
        signals.Failure.ShouldBe("its agent is gone");
        channel.RunIsOver();
    }

    [Fact]
    public async Task A_share_that_nobody_speaks_to_stops_and_then_cuts_its_load()
    {
        var (channel, _, signals) = Channel(TimeSpan.FromMilliseconds(300));

        await Until(signals.Stopping);
        signals.Failure.ShouldBe("its lease ran out: no message from the coordinator for 0.3 s");
        await Until(signals.Aborting);
        channel.RunIsOver();
    }

    [Fact]
    public async Task A_share_that_is_spoken_to_goes_on_and_stops_when_told()
    {
        var (channel, orders, signals) = Channel(TimeSpan.FromSeconds(1));
        for (var i = 0; i < 15; i++)
        {
            await orders.WriteAsync("lease\n"u8.ToArray(), Cancelled);
            await Task.Delay(100, TestContext.Current.CancellationToken);
        }

        signals.IsStopping.ShouldBeFalse();
        await orders.WriteAsync("stop\n"u8.ToArray(), Cancelled);
        await Until(signals.Stopping);
        signals.Failure.ShouldBeNull();
        channel.RunIsOver();
    }

    [Fact]
    public async Task Waits_for_the_agreed_instant_and_never_begins_before()
    {
        var (channel, orders, _) = Channel(TimeSpan.FromMinutes(1));
        var options = channel.With(new RunnerOptions { Machine = new NoMachine() }, null);
        var waiting = options.Wait!(CancellationToken.None);
        var clock = new EngineClock();
        var start = clock.NowNanos + 300_000_000;
        waiting.IsCompleted.ShouldBeFalse();

        await orders.WriteAsync(System.Text.Encoding.UTF8.GetBytes(FormattableString.Invariant($"start {start}\n")), Cancelled);
        await waiting;

        clock.NowNanos.ShouldBeGreaterThanOrEqualTo(start);
        options.IsShare.ShouldBeTrue();
        channel.RunIsOver();
    }

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private static (ShareChannel Channel, PipeWriter Orders, RunSignals Signals) Channel(TimeSpan lease)
    {
        var (orders, signals) = (new Pipe(), new RunSignals());
        var channel = new ShareChannel(lease, new StreamReader(orders.Reader.AsStream()), new MemoryStream(), signals, TimeProvider.System);
        return (channel, orders.Writer, signals);
    }

    private static async Task Until(CancellationToken cancelled)
    {
        var seen = new TaskCompletionSource();
        await using var registration = cancelled.Register(seen.SetResult);
        await seen.Task.WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
    }

    private sealed class NoMachine : IMachineProbe
    {
        public void Begin()
        {
        }

        public EnvironmentRecord End() => throw new InvalidOperationException();
    }
}
