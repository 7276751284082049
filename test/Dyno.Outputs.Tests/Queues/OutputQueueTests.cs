using System.Threading.Channels;

namespace Dyno.Outputs.Tests;

public sealed class OutputQueueTests
{
    private static readonly TimeSpan Ample = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(50);

    [Fact]
    public async Task Hands_over_in_order()
    {
        var seen = new List<long>();
        var ending = await RunAsync((point, _) => { seen.Add(point.Snapshot.Requests); return Task.CompletedTask; }, points: 20, Ample);

        seen.ShouldBe(Enumerable.Range(1, 20).Select(second => 1000L * second));
        ending.ShouldBe(new OutputEnding("test", 20, 0, null));
    }

    [Fact]
    public async Task Drops_what_a_slow_output_does_not_take_and_counts_it()
    {
        var ending = await RunAsync((_, cancelled) => Task.Delay(Timeout.Infinite, cancelled), points: 500, Short);

        ending.Sent.ShouldBe(0);
        ending.Lost.ShouldBe(500);
        ending.Reason.ShouldNotBeNull();
    }

    [Fact]
    public async Task Leaves_an_output_behind_that_hangs_and_hears_nothing()
    {
        var never = new TaskCompletionSource();
        var ending = await RunAsync((_, _) => never.Task, points: 10, Short);

        ending.Lost.ShouldBe(10);
        ending.Reason.ShouldBe("the output did not accept the last points in time");
    }

    [Fact]
    public async Task Keeps_the_newest_of_what_waits()
    {
        var seen = new List<long>();
        var begin = new TaskCompletionSource();
        var ending = await RunAsync(async (point, _) => { await begin.Task; seen.Add(point.Snapshot.Requests); }, points: 100, Ample, () => begin.SetResult());

        seen.Count.ShouldBe(ending.Sent);
        (ending.Sent + ending.Lost).ShouldBe(100);
        ending.Sent.ShouldBeInRange(OutputQueue.Capacity, OutputQueue.Capacity + 1); // one may have been in hand
        seen[^1].ShouldBe(100_000);
        ending.Reason.ShouldBe("the output was too slow");
    }

    [Fact]
    public async Task Goes_on_after_a_failure_and_says_what_the_first_one_was()
    {
        var calls = 0;
        var ending = await RunAsync((_, _) => ++calls <= 2 ? throw new IOException($"failure {calls}") : Task.CompletedTask, points: 5, Ample);

        ending.ShouldBe(new OutputEnding("test", 3, 2, "failure 1"));
    }

    [Fact]
    public async Task Leaves_a_dead_output_alone_for_longer_and_longer()
    {
        var (clock, tries) = (new HeldTimers(), 0);
        await using var queue = new OutputQueue("test", new ScriptedOutput((_, _) =>
        {
            Interlocked.Increment(ref tries);
            throw new IOException("nobody is there");
        }), clock);
        await queue.OpenAsync(CancellationToken.None);
        queue.Offer(Point(0));
        int[] seconds = [1, 2, 4, 8, 16, 16];
        for (var i = 0; i < seconds.Length; i++)
        {
            var pause = await clock.NextPauseAsync();
            pause.Length.ShouldBe(TimeSpan.FromSeconds(seconds[i]));
            queue.Offer(Point(i + 1));
            Volatile.Read(ref tries).ShouldBe(i + 1);
            pause.End();
        }

        (await queue.EndAsync(Ample)).ShouldBe(new OutputEnding("test", 0, seconds.Length + 1, "nobody is there"));
    }

    [Fact]
    public async Task Hands_what_waited_to_an_output_that_is_back()
    {
        var (clock, seen, isBack) = (new HeldTimers(), new List<long>(), false);
        await using var queue = new OutputQueue("test", new ScriptedOutput((point, _) =>
        {
            if (!Volatile.Read(ref isBack)) throw new IOException("restarting");
            seen.Add(point.Snapshot.Requests / 1000);
            return Task.CompletedTask;
        }), clock);
        await queue.OpenAsync(CancellationToken.None);
        queue.Offer(Point(1));
        var pause = await clock.NextPauseAsync();
        for (var second = 2; second <= 10; second++) queue.Offer(Point(second));
        Volatile.Write(ref isBack, true);
        pause.End();

        (await queue.EndAsync(Ample)).ShouldBe(new OutputEnding("test", 9, 1, "restarting"));
        seen.ShouldBe([2, 3, 4, 5, 6, 7, 8, 9, 10]);
    }

    private static OutputPoint Point(int second) => new(default, "run", Snapshots.At(second));

    private static async Task<OutputEnding> RunAsync(
        Func<OutputPoint, CancellationToken, Task> write, int points, TimeSpan limit, Action? offered = null)
    {
        await using var queue = new OutputQueue("test", new ScriptedOutput(write), TimeProvider.System);
        await queue.OpenAsync(CancellationToken.None);
        for (var second = 1; second <= points; second++) queue.Offer(new OutputPoint(default, "run", Snapshots.At(second)));
        offered?.Invoke();
        return await queue.EndAsync(limit);
    }

    private sealed class ScriptedOutput(Func<OutputPoint, CancellationToken, Task> write) : IOutput
    {
        public ValueTask OpenAsync(CancellationToken cancellation) => ValueTask.CompletedTask;

        public async ValueTask WriteAsync(OutputPoint point, CancellationToken cancellation) => await write(point, cancellation);

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }

    /// <summary>Timers that end when the test says so.</summary>
    private sealed class HeldTimers : TimeProvider
    {
        private static readonly TimeSpan WriteLimit = TimeSpan.FromSeconds(5); // no pause, but how long an output may take
        private readonly Channel<HeldTimer> _armed = Channel.CreateUnbounded<HeldTimer>();

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            var timer = new HeldTimer(callback, state, dueTime);
            if (dueTime > TimeSpan.Zero && dueTime != WriteLimit) _armed.Writer.TryWrite(timer);
            return timer;
        }

        public async Task<HeldTimer> NextPauseAsync()
        {
            using var patience = new CancellationTokenSource(TimeSpan.FromSeconds(60));
            return await _armed.Reader.ReadAsync(patience.Token);
        }
    }

    private sealed class HeldTimer(TimerCallback callback, object? state, TimeSpan length) : ITimer
    {
        public TimeSpan Length => length;

        public void End() => callback(state);

        public bool Change(TimeSpan dueTime, TimeSpan period) => true;

        public void Dispose()
        {
        }

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
