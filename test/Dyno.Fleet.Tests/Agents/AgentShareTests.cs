using System.Runtime.CompilerServices;

namespace Dyno.Fleet.Tests;

/// <summary>A share whose coordinator says nothing any more.</summary>
public sealed class AgentShareTests
{
    private static readonly TimeSpan Lease = TimeSpan.FromSeconds(2);
    private readonly ManualTime _time = new();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_result_that_is_slow_to_come_is_kept_although_the_lease_has_run_out(bool saysThatItIsOver)
    {
        await using var server = await NatsServer.StartAsync();
        await using var bus = await FleetBus.ConnectAsync(server.Address, FleetKey.Create(), "test", TestContext.Current.CancellationToken);
        var process = new LonelyShare
        {
            IsOver = true,
            Reports = saysThatItIsOver ? [new ShareReport { Kind = ShareReportKind.Over }]
            : []
        };
        var running = ShareOf(bus, process).RunAsync();
        await _time.PassAsync(Lease + TimeSpan.FromSeconds(60), process.Cancelled);

        process.Result.SetResult(("a result"u8.ToArray(), ""));

        (await running).ShouldBe("finished, its result is in the store");
        (await bus.Store.TryGetAsync(FleetSubjects.Result("run", "a"), TestContext.Current.CancellationToken))
            .ShouldBe("a result"u8.ToArray());
    }

    [Fact]
    public async Task A_result_that_does_not_come_is_not_waited_for_without_end()
    {
        await using var server = await NatsServer.StartAsync();
        await using var bus = await FleetBus.ConnectAsync(server.Address, FleetKey.Create(), "test", TestContext.Current.CancellationToken);
        var process = new LonelyShare { IsOver = true };
        var running = ShareOf(bus, process).RunAsync();

        await _time.PassAsync(TimeSpan.FromHours(1), process.Cancelled);

        process.Cancelled.IsCompleted.ShouldBeTrue();
        process.Result.SetResult(("a result"u8.ToArray(), ""));
        (await running).ShouldContain("its lease ran out");
    }

    [Fact]
    public async Task A_load_that_does_not_end_with_its_lease_is_ended()
    {
        await using var server = await NatsServer.StartAsync();
        await using var bus = await FleetBus.ConnectAsync(server.Address, FleetKey.Create(), "test", TestContext.Current.CancellationToken);
        var process = new LonelyShare { IsOver = false };
        var running = ShareOf(bus, process).RunAsync();

        await _time.PassAsync(TimeSpan.FromHours(1), running);

        (await running).ShouldContain("its lease ran out");
        _time.Now.ShouldBeLessThan(TimeSpan.FromSeconds(30));
        process.IsEnded.ShouldBeTrue();
    }

    private AgentShare ShareOf(FleetBus bus, LonelyShare process)
    {
        var order = new ShareOrder
        {
            Run = "run",
            Coordinator = "test",
            Session = "s",
            Words = [],
            Files = [],
            LeaseSeconds = Lease.TotalSeconds
        };
        return new AgentShare(order, "a", bus, "", _time, (_, _) => process);
    }

    private sealed class LonelyShare : IShareProcess
    {
        private readonly TaskCompletionSource _cancelled = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public required bool IsOver { get; init; }

        public ShareReport[] Reports { get; init; } = [];

        public TaskCompletionSource<(byte[]? Result,
            string LastWords)> Result
        { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public bool IsEnded { get; private set; }

        /// <summary>Ends when the agent waits for it no longer.</summary>
        public Task Cancelled => _cancelled.Task;

        public async IAsyncEnumerable<ShareReport> ReadAsync([EnumeratorCancellation] CancellationToken cancellation)
        {
            cancellation.Register(() => _cancelled.TrySetResult());
            foreach (var report in Reports) yield return report;
            if (!IsOver) await Task.Delay(Timeout.Infinite, cancellation);
        }

        public Task TellAsync(string line) => Task.CompletedTask;

        public Task<(byte[]? Result, string LastWords)> EndAsync() => Result.Task;

        public ValueTask DisposeAsync()
        {
            IsEnded = true;
            return ValueTask.CompletedTask;
        }
    }
}
