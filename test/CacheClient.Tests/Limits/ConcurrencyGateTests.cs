namespace CacheClient.Tests;

public sealed class ConcurrencyGateTests
{
    private readonly SteppedTime _time = new();

    [Fact]
    public async Task As_many_calls_pass_as_the_limit_allows_and_the_next_waits_for_one_to_leave()
    {
        var gate = Gate(2);
        var first = await gate.EnterAsync(Timeout.InfiniteTimeSpan);
        await gate.EnterAsync(Timeout.InfiniteTimeSpan);
        var third = gate.EnterAsync(Timeout.InfiniteTimeSpan);

        third.IsCompleted.ShouldBeFalse();
        gate.InFlight.ShouldBe(2);
        gate.Leave(first, dropped: false);
        (await third).IsGranted.ShouldBeTrue();
        gate.InFlight.ShouldBe(2);
    }

    [Theory]
    [InlineData(QueueOrder.OldestFirst, 0)]
    [InlineData(QueueOrder.NewestFirst, 2)]
    public async Task The_order_of_the_queue_says_who_is_next(QueueOrder order, int next)
    {
        var gate = Gate(1, order: order);
        var first = await gate.EnterAsync(Timeout.InfiniteTimeSpan);
        var waiting = Enumerable.Range(0, 3).Select(_ => gate.EnterAsync(Timeout.InfiniteTimeSpan).AsTask()).ToList();

        gate.Leave(first, dropped: false);

        (await Task.WhenAny(waiting)).ShouldBe(waiting[next]);
        waiting.Count(task => task.IsCompleted).ShouldBe(1);
    }

    [Fact]
    public async Task A_full_queue_refuses_at_once()
    {
        var gate = Gate(1, queueLimit: 1);
        await gate.EnterAsync(Timeout.InfiniteTimeSpan);
        var waiting = gate.EnterAsync(Timeout.InfiniteTimeSpan).AsTask();

        (await gate.EnterAsync(Timeout.InfiniteTimeSpan)).Refusal.ShouldBe(Refusal.QueueFull);
        waiting.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task Waiting_is_part_of_the_deadline_and_who_gave_up_takes_no_permit()
    {
        var gate = Gate(1);
        var first = await gate.EnterAsync(Timeout.InfiniteTimeSpan);
        var hasty = gate.EnterAsync(TimeSpan.FromMilliseconds(10)).AsTask();
        var patient = gate.EnterAsync(TimeSpan.FromSeconds(1)).AsTask();

        _time.Advance(TimeSpan.FromMilliseconds(11));

        (await hasty).Refusal.ShouldBe(Refusal.TooLate);
        patient.IsCompleted.ShouldBeFalse();
        gate.Leave(first, dropped: false);
        (await patient).IsGranted.ShouldBeTrue();
    }

    [Fact]
    public async Task A_caller_who_cancels_leaves_the_queue()
    {
        var gate = Gate(1);
        var first = await gate.EnterAsync(Timeout.InfiniteTimeSpan);
        using var cancelled = new CancellationTokenSource();
        var waiting = gate.EnterAsync(Timeout.InfiniteTimeSpan, cancelled.Token).AsTask();

        await cancelled.CancelAsync();

        await Should.ThrowAsync<OperationCanceledException>(waiting);
        gate.Leave(first, dropped: false);
        gate.InFlight.ShouldBe(0);
    }

    [Fact]
    public async Task Thousands_of_callers_never_exceed_the_limit()
    {
        var gate = new ConcurrencyGate(new FixedLimit(7), 10_000, QueueOrder.OldestFirst, TimeProvider.System);
        int inFlight = 0, most = 0;

        await Parallel.ForEachAsync(Enumerable.Range(0, 5_000), new ParallelOptions { MaxDegreeOfParallelism = 500 }, async (_, token) =>
        {
            var permit = await gate.EnterAsync(Timeout.InfiniteTimeSpan, token);
            var now = Interlocked.Increment(ref inFlight);
            InterlockedMax(ref most, now);
            await Task.Yield();
            Interlocked.Decrement(ref inFlight);
            gate.Leave(permit, dropped: false);
        });

        most.ShouldBeInRange(1, 7);
        gate.InFlight.ShouldBe(0);
    }

    private static void InterlockedMax(ref int target, int value)
    {
        for (var seen = Volatile.Read(ref target); value > seen; seen = Volatile.Read(ref target))
            if (Interlocked.CompareExchange(ref target, value, seen) == seen) return;
    }

    private ConcurrencyGate Gate(int calls, int queueLimit = 100, QueueOrder order = QueueOrder.OldestFirst) =>
        new(new FixedLimit(calls), queueLimit, order, _time);
}
