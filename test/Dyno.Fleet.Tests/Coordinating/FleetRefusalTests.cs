namespace Dyno.Fleet.Tests;

/// <summary>A run that never begins, and why.</summary>
public sealed class FleetRefusalTests : FleetRunTest
{
    [Fact]
    public async Task No_agent_and_too_few_are_told_with_what_to_start()
    {
        await using var fleet = await TestFleet.StartAsync();
        var none = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []));
        none.Message.ShouldContain("2 agents were requested, but none is free");
        none.Hint.ShouldBe($"start agents with: dyno agent --join {fleet.Server.Url}");

        await fleet.JoinAsync("a", () => new FakeShare());
        var few = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []));
        few.Message.ShouldContain("2 agents were requested, but only 1 is free");
    }

    [Fact]
    public async Task A_coordinator_with_another_key_gets_no_agent_and_is_told_why()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => throw new InvalidOperationException("a share was started for a stranger"), FleetKey.Create());

        var refused = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []));

        refused.Message.ShouldContain("1 agent was requested, but none is free");
    }

    [Fact]
    public async Task A_second_coordinator_gets_no_agent_that_is_busy()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare { Responses = Histogram(1, 10), Seconds = 5 });
        var signals = new RunSignals();
        var began = new TaskCompletionSource();
        var first = new FleetRun(fleet.Options(1)).RunAsync(signals, [new AfterFirst(began.SetResult)]);
        await began.Task;

        var second = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []));

        second.Message.ShouldContain("agent a: it is busy with run");
        signals.Stop();
        (await first).Measured.Totals.Requests.ShouldBe(10);
    }

    [Fact]
    public async Task A_second_agent_of_a_name_does_not_start()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => new FakeShare());

        var second = await Should.ThrowAsync<UserFault>(() => fleet.JoinAsync("a", () => new FakeShare()));

        second.Message.ShouldBe("the fleet already has an agent a");
    }

    [Fact]
    public async Task A_share_that_cannot_begin_ends_the_run_with_its_words()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => throw new UserFault("there is no such thing"));

        var failed = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []));

        failed.Message.ShouldBe("agent a cannot run its share: there is no such thing");
    }

    [Fact]
    public async Task An_agent_whose_disk_is_full_says_so_and_nothing_begins()
    {
        await using var fleet = await TestFleet.StartAsync();
        var other = new FakeShare { Responses = Histogram(1, 10) };
        await fleet.JoinAsync("a", () => other);
        await fleet.JoinAsync("full", () => throw new IOException("No space left on device"));

        var failed = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []));

        failed.Message.ShouldBe("agent full cannot run its share: No space left on device");
        lock (other.Said) other.Said.ShouldNotContain(word => word.StartsWith("start "));
    }

    [Fact]
    public async Task A_plan_that_is_too_large_is_refused_before_an_agent_has_it()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("a", () => throw new InvalidOperationException("it had the order"));
        var large = Path.Combine(Directory.CreateTempSubdirectory("dyno-large-").FullName, "rows.csv");
        await using (var file = File.Create(large)) file.SetLength(65L * 1024 * 1024);

        var refused = await Should.ThrowAsync<UserFault>(() =>
            new FleetRun(fleet.Options(1) with { Files = [("rows.csv", large)] }).RunAsync(new RunSignals(), []));

        refused.Message.ShouldContain("exceed 64 MB in total, at rows.csv");
        fleet.Orders.ShouldBeEmpty();
        Directory.Delete(Path.GetDirectoryName(large)!, recursive: true);
    }
}
