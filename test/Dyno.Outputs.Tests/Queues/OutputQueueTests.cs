using Dyno.Outputs.Points;
using Dyno.Outputs.Queues;

namespace Dyno.Outputs.Tests.Queues;

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
        ending.Reason.ShouldBe("it did not take the last ones in time");
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
        ending.Reason.ShouldBe("it was too slow");
    }

    [Fact]
    public async Task Goes_on_after_a_failure_and_says_what_the_first_one_was()
    {
        var calls = 0;
        var ending = await RunAsync((_, _) => ++calls <= 2 ? throw new IOException($"failure {calls}") : Task.CompletedTask, points: 5, Ample);

        ending.ShouldBe(new OutputEnding("test", 3, 2, "failure 1"));
    }

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
}
