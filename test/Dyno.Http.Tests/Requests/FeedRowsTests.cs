namespace Dyno.Http.Tests;

public sealed class FeedRowsTests
{
    public static TheoryData<FeedOrder> Orders => [.. Enum.GetValues<FeedOrder>()];

    [Fact]
    public void Sequential_rows_of_all_workers_together_are_the_rows_in_order_and_then_from_the_top()
    {
        var workers = WorkersOf(FeedOrder.Sequential, rows: 5, workers: 2);
        int[] taken = [.. Enumerable.Range(0, 5).SelectMany(_ => workers.Select(w => w.Take(0)))];
        taken.ShouldBe([0, 1, 2, 3, 4, 0, 1, 2, 3, 4]);
    }

    [Fact]
    public void Unique_rows_are_each_taken_once_whichever_worker_is_faster()
    {
        var workers = WorkersOf(FeedOrder.Unique, rows: 9, workers: 3);
        int[] which = [0, 0, 0, 2, 1, 0, 2, 2, 2];
        which.Select(w => workers[w].Take(0)).ShouldBe([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    }

    [Fact]
    public void Unique_rows_are_each_taken_once_by_threads_at_once()
    {
        const int Rows = 40_000;
        var workers = WorkersOf(FeedOrder.Unique, Rows, workers: 4);
        var taken = new int[Rows];
        Parallel.ForEach(workers, worker =>
        {
            for (var i = 0; i < Rows / 4; i++) Interlocked.Increment(ref taken[worker.Take(i)]);
        });
        taken.ShouldAllBe(times => times == 1);
    }

    [Fact]
    public void Unique_rows_of_the_measurement_are_fresh_whatever_the_warm_up_took()
    {
        var workers = WorkersOf(FeedOrder.Unique, rows: 9, workers: 2, warmUpRows: 2);
        foreach (var worker in workers) worker.Begin(Phase(isWarmUp: true));
        new[] { 0, 1, 1, 0, 1 }.Select(w => workers[w].Take(0)).ShouldBe([7, 8, 7, 8, 7]);
        foreach (var worker in workers) worker.Begin(Phase(isWarmUp: false));
        new[] { 0, 1, 1, 0, 1, 0, 0 }.Select(w => workers[w].Take(0)).ShouldBe([0, 1, 2, 3, 4, 5, 6]);
    }

    [Fact]
    public void Per_user_rows_stay_with_their_user_and_differ_between_users_of_all_workers()
    {
        var workers = WorkersOf(FeedOrder.PerUser, rows: 6, workers: 2);
        var first = workers.SelectMany(w => Enumerable.Range(0, 3).Select(w.Take)).ToArray();
        first.Order().ShouldBe([0, 1, 2, 3, 4, 5]);
        workers.SelectMany(w => Enumerable.Range(0, 3).Select(w.Take)).ShouldBe(first);
    }

    [Fact]
    public void Random_rows_repeat_with_the_seed_and_reach_every_row()
    {
        int[] Draw() => [.. Enumerable.Repeat(WorkersOf(FeedOrder.Random, 10, 1)[0], 500).Select(w => w.Take(0))];
        var drawn = Draw();
        Draw().ShouldBe(drawn);
        drawn.Distinct().Order().ShouldBe(Enumerable.Range(0, 10));
    }

    [Theory, MemberData(nameof(Orders))]
    public void Taking_a_row_allocates_nothing(FeedOrder order)
    {
        var rows = WorkersOf(order, 1_000, 1)[0];
        long sum = rows.Take(1);
        Allocations.Least(() =>
        {
            for (var i = 0; i < 10_000; i++) sum += rows.Take(i);
        }).ShouldBe(0);
        sum.ShouldBeGreaterThan(0);
    }

    private static ImmutableArray<FeedRows> WorkersOf(FeedOrder order, int rows, int workers, int warmUpRows = 0)
    {
        var texts = Enumerable.Range(0, rows).Select(i => ImmutableArray.Create($"{i}"));
        var feed = new DataFeed { Columns = ["n"], Rows = [.. texts], Order = order, WarmUpRows = warmUpRows };
        var progress = new FeedProgress();
        return [.. Enumerable.Range(0, workers).Select(w => new FeedRows(feed, progress, Context(w, workers)))];
    }

    private static WorkerPhase Phase(bool isWarmUp)
    {
        var (recorder, signals) = (new Recorder(1, 0, isOpen: false), new RunSignals());
        return new WorkerPhase
        {
            Scheduler = new IterationScheduler(DriverRun.Count(1, 1), recorder, signals, 0),
            Recorder = recorder,
            Activity = new WorkerActivity(),
            Signals = signals,
            CutNanos = long.MaxValue / 2,
            IsWarmUp = isWarmUp,
        };
    }

    private static WorkerContext Context(int index, int count) => new()
    {
        Clock = new EngineClock(TimeProvider.System),
        Index = index,
        Count = count,
        MaxVirtualUsers = 3,
        PreAllocatedVirtualUsers = 3,
        WaitStrategy = default,
        Seed = 20_261_121 + index,
    };
}
