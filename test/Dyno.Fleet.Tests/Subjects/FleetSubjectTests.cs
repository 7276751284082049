namespace Dyno.Fleet.Tests;

public sealed class FleetSubjectTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Orders_come_in_their_order_and_have_their_answers()
    {
        await using var fleet = await TestFleet.StartAsync();
        var host = new FakeHost();
        await fleet.JoinAsync("server", () => host, startsAt: "10.0.0.7");

        await using (var subject = await FleetSubject.StartAsync(Options(fleet), Cancelled))
        {
            subject.Up.Addresses.ShouldBe([new Uri("http://10.0.0.7:5000")]);
            subject.ProcessIdHere.ShouldBe(77, "the agent is in this very process, so on this machine");
            (await subject.AskAsync("watch Full", SubjectReportKind.Watched, Cancelled)).ShouldNotBeNull();
            subject.Tell(SubjectOrders.Begin);
            (await subject.AskAsync("end 42", SubjectReportKind.Measured, Cancelled))!.WorkingSetBytes.ShouldBe(42);
            subject.GoneBecause.ShouldBeNull();
        }

        host.Told.ShouldBe(["watch Full", "begin", "end 42", "stop"]);
        fleet.Orders.ShouldHaveSingleItem().Subject.ShouldBe("start it at 10.0.0.7");
    }

    [Fact]
    public async Task A_program_that_ends_by_itself_is_gone_with_its_exit_code()
    {
        await using var fleet = await TestFleet.StartAsync();
        var host = new FakeHost();
        await fleet.JoinAsync("server", () => host, startsAt: "10.0.0.7");
        await using var subject = await FleetSubject.StartAsync(Options(fleet), Cancelled);

        host.Say(new SubjectReport { Kind = SubjectReportKind.Gone, Record = FakeHost.Record with { ExitCode = 139 } });
        await subject.Ended.WaitAsync(TimeSpan.FromSeconds(30), Cancelled);

        subject.GoneBecause.ShouldBe("the program under test on agent server ended by itself with exit code 139");
    }

    [Fact]
    public async Task What_did_not_come_up_is_told_with_what_to_do_and_the_agent_is_free_again()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("server", () => new FakeHost { Problem = fleet.Orders.Count == 1 ? "Api ended at its start" : null }, startsAt: "10.0.0.7");

        var failed = await Should.ThrowAsync<UserFault>(() => FleetSubject.StartAsync(Options(fleet), Cancelled));

        (failed.Message, failed.Hint).ShouldBe(("agent server: Api ended at its start", "mend it"));
        await using var next = await FleetSubject.StartAsync(Options(fleet), Cancelled);
        next.Up.Record!.Source.ShouldBe("Api");
    }

    [Fact]
    public async Task An_agent_that_starts_no_programs_or_is_not_there_is_told_before_anything_is_sent()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("load", () => throw new InvalidOperationException("it was asked"));

        (await Should.ThrowAsync<UserFault>(() => FleetSubject.StartAsync(Options(fleet) with { Agent = "load" }, Cancelled)))
            .Message.ShouldBe("agent load is not allowed to start programs");
        (await Should.ThrowAsync<UserFault>(() => FleetSubject.StartAsync(Options(fleet), Cancelled)))
            .Message.ShouldBe($"there is no agent server at {fleet.Server.Url}; its agents: load");
        fleet.Orders.ShouldBeEmpty();
    }

    [Fact]
    public async Task An_agent_with_a_program_makes_no_load()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("server", () => new FakeHost(), startsAt: "10.0.0.7");
        await using var subject = await FleetSubject.StartAsync(Options(fleet), Cancelled);

        var none = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(1)).RunAsync(new RunSignals(), []));
        none.Message.ShouldContain("agent server: it is busy with run");
        var left = await Should.ThrowAsync<UserFault>(() => new FleetRun(fleet.Options(1) with { Without = ["server"] }).RunAsync(new RunSignals(), []));
        left.Message.ShouldNotContain("busy");
    }

    [Fact]
    public async Task Programs_of_one_coordinator_are_up_beside_each_other_and_each_answers_for_itself()
    {
        await using var fleet = await TestFleet.StartAsync();
        var hosts = new Queue<FakeHost>([new FakeHost { UsedNanos = 11 }, new FakeHost { UsedNanos = 22 }]);
        await fleet.JoinAsync("server", hosts.Dequeue, startsAt: "10.0.0.7");
        await using var a = await FleetSubject.StartAsync(Options(fleet), Cancelled);
        await using var b = await FleetSubject.StartAsync(Options(fleet), Cancelled);

        var readings = await Task.WhenAll(a.ReadCpuAsync(Cancelled), b.ReadCpuAsync(Cancelled));
        readings.Select(reading => reading!.UsedNanos).ShouldBe([11, 22]);

        await using var bus = await FleetBus.ConnectAsync(fleet.Server.Address, fleet.Key, "another coordinator", Cancelled);
        var order = fleet.Orders.First() with { Run = "other", Coordinator = "elsewhere/1" };
        var answer = await bus.RequestAsync<ShareOrder, OrderAnswer>(FleetSubjects.Order("server"), order, TimeSpan.FromSeconds(30), Cancelled);
        answer!.IsBusy.ShouldBeTrue();
        foreach (var had in fleet.Orders)
            (await bus.RequestAsync<ShareOrder, OrderAnswer>(FleetSubjects.Order("server"), had, TimeSpan.FromSeconds(30), Cancelled))!
                .Refused.ShouldBe($"it has already received run {had.Run}");

        await a.StopAsync();
        b.Ended.IsCompleted.ShouldBeFalse();
        (await b.ReadCpuAsync(Cancelled))!.UsedNanos.ShouldBe(22);
    }

    [Fact]
    public async Task A_late_answer_is_not_taken_for_that_of_the_next_question()
    {
        await using var fleet = await TestFleet.StartAsync();
        await fleet.JoinAsync("server", () => new FakeHost { IsLate = true }, startsAt: "10.0.0.7");
        await using var subject = await FleetSubject.StartAsync(Options(fleet), Cancelled);

        (await subject.ReadCpuAsync(Cancelled))!.AtNanos.ShouldBe(2);
    }

    private static FleetSubjectOptions Options(TestFleet fleet) => new()
    {
        Address = fleet.Server.Address,
        Key = fleet.Key,
        Agent = "server",
        OrderAt = address => $"start it at {address}",
        ReadyTakes = TimeSpan.FromSeconds(30),
        Lease = TimeSpan.FromSeconds(2),
        Warn = fleet.Warnings.Enqueue,
    };
}
