namespace Dyno.Fleet.Tests;

/// <summary>Who may load, and who is let in.</summary>
public sealed class FleetFitnessTests
{
    [Fact]
    public async Task An_agent_of_another_build_is_left_out_and_named_with_both_builds()
    {
        await using var fleet = await TestFleet.StartAsync();
        var own = ToolRecords.Current;
        await fleet.JoinAsync("good", () => new FakeShare());
        await fleet.JoinAsync("other", () =>
            throw new InvalidOperationException("it had an order"), tool: own with { Version = "0.0.1", Commit = "abcdef0" });
        await fleet.JoinAsync("near", () =>
            throw new InvalidOperationException("it had an order"), tool: own with { Commit = $"{own.Commit}-dirty" });

        var run = await new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []);
        var few = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(2)).RunAsync(new RunSignals(), []));

        run.Fleet!.Agents.ShouldHaveSingleItem().Name.ShouldBe("good");
        fleet.Warnings.ShouldContain(warning =>
            warning.StartsWith("agent other is left out: it runs dyno 0.0.1 (abcdef0), this machine runs ", StringComparison.Ordinal)
            && warning.EndsWith("install the same build on both", StringComparison.Ordinal));
        fleet.Warnings.ShouldContain(warning => warning.StartsWith("agent near is left out: ", StringComparison.Ordinal));
        few.Message.ShouldContain("2 agents were requested, but only 1 is free");
        few.Message.ShouldContain("agent other: it runs dyno 0.0.1 (abcdef0)");
    }

    [Fact]
    public async Task A_server_with_a_token_lets_in_who_has_it_and_nobody_else()
    {
        const string token = "open-sesame";
        await using var fleet = await TestFleet.StartAsync(token);
        await fleet.JoinAsync("a", () => new FakeShare());

        var run = await new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []);
        var without = await RefusedAsync(new FleetAddress(fleet.Server.Url));
        var wrong = await RefusedAsync(new FleetAddress(fleet.Server.Url.Replace("nats://", "nats://open-barley@",
            StringComparison.Ordinal)));

        run.Fleet!.Agents.ShouldHaveSingleItem().Name.ShouldBe("a");
        foreach (var refused in (UserFault[])[without, wrong])
        {
            refused.Message.ShouldStartWith($"no connection to a NATS server at {fleet.Server.Url}: ");
            refused.Hint.ShouldNotBeNull().ShouldContain("nats://[TOKEN@]host:4222");
            refused.Message.ShouldNotContain("open-", Case.Sensitive, "what opens the door is shown to nobody");
        }

        Task<UserFault> RefusedAsync(FleetAddress address) =>
            Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(1) with { Address = address }).RunAsync(new RunSignals(), []));
    }
}
