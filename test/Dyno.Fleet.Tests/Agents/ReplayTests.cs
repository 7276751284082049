namespace Dyno.Fleet.Tests;

/// <summary>Whoever hears the messages of a fleet can send them again, and nothing comes of it.</summary>
public sealed class ReplayTests
{
    private const string Agent = "a";
    private readonly ConcurrentQueue<FakeShare> _shares = [];

    [Fact]
    public async Task A_recorded_order_is_refused_after_other_runs_too()
    {
        await using var fleet = await TestFleet.StartAsync();
        await JoinAsync(fleet, seconds: 1);
        await using var tape = await Tape.RecordAsync(fleet.Server.Url, Agent);
        var first = await new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []);
        var order = tape.On(FleetSubjects.Order(Agent)).ShouldHaveSingleItem();
        await new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []);

        var answer = await tape.OrderAgainAsync(FleetSubjects.Order(Agent), order, fleet.Key);

        answer.Refused.ShouldBe($"it has already received run {first.Id}");
        _shares.Count.ShouldBe(2);
        (await tape.OrderAgainAsync(FleetSubjects.Order(Agent), tape.On(FleetSubjects.Order(Agent))[1], fleet.Key)).Refused
            .ShouldNotBeNull();
    }

    [Fact]
    public async Task Recorded_commands_of_this_run_and_of_earlier_ones_are_not_obeyed()
    {
        await using var fleet = await TestFleet.StartAsync();
        await JoinAsync(fleet, seconds: 60);
        await using var tape = await Tape.RecordAsync(fleet.Server.Url, Agent);
        var signals = new RunSignals();
        await new FleetRun(fleet.Options(1)).RunAsync(signals, [new AfterFirst(signals.Stop)]);
        signals = new RunSignals();
        Task? replayed = null;

        await new FleetRun(fleet.Options(1)).RunAsync(signals, [new AfterFirst(() => replayed = ReplayAllAsync())]);

        await replayed!;
        var said = _shares.Last().Said;
        said.Count(word => word.StartsWith("start ", StringComparison.Ordinal)).ShouldBe(1);
        said.Count(word => word == "stop").ShouldBe(1);
        _shares.Count.ShouldBe(2);

        // The coordinator's own stop comes behind all of them.
        async Task ReplayAllAsync()
        {
            await tape.ReplayAsync(FleetSubjects.Command(Agent), tape.On(FleetSubjects.Command(Agent)));
            signals.Stop();
        }
    }

    private Task JoinAsync(TestFleet fleet, int seconds) => fleet.JoinAsync(Agent, () =>
    {
        var share = new FakeShare { Seconds = seconds };
        share.Responses.Record(1_000);
        _shares.Enqueue(share);
        return share;
    });

    private sealed class AfterFirst(Action act) : IRunListener
    {
        private Action? _act = act;

        public void OnSnapshot(RunSnapshot snapshot) => Interlocked.Exchange(ref _act, null)?.Invoke();
    }
}
