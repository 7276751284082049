namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Variants that an agent has up on its machine at the same time, loaded in slices from here.</summary>
[Trait("Length", "Long")]
public sealed class AgentDuetTests : ExperimentTest
{
    private readonly string _mark = $"DYNO_MARK_{Guid.NewGuid():N}";

    public AgentDuetTests() =>
        Assert.SkipUnless(OperatingSystem.IsLinux(), "CPU time is read from the kernel, and signals are sent with kill");

    [Fact]
    public async Task They_are_compared_by_slices_whose_CPU_time_the_agent_reads()
    {
        await using var nats = await FleetTests.NatsProcess.StartAsync(Workspace);
        using var agent = await AgentAsync(nats);

        var outcome = await CompareAsync(Of(nats, "duration: 1s\nrounds: 5", warmUp: "3s"));

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldNotContain("one after the other");
        Compared.Trials.Length.ShouldBe(10, outcome.ToString());
        Compared.Trials.ShouldAllBe(t => t.Outcome == TrialOutcome.Used && t.Duet!.Variants == 2 && t.Duet.IdleCpuShare != null);
        Compared.Trials.SelectMany(t => t.Duet!.Slices).ShouldAllBe(s => s.Requests > 0 && s.CpuMicros > 0 && s.OthersShare != null);
        foreach (var run in Compared.Trials.Select(RunOf))
        {
            run.Subject!.On.ShouldBe("server");
            run.Measured.Totals.FailedRequests.ShouldBe(0);
            var server = run.Server.ShouldNotBeNull();
            server.CpuMicrosPerRequest.ShouldBe(run.Duet!.Slices.Sum(s => s.CpuMicros!.Value) / run.Measured.Totals.Requests, 0.01);
            server.CpuCores.ShouldBeInRange(0.01, Environment.ProcessorCount);
            server.Runtime.ShouldNotBeNull();
        }
        var pair = Compared.Pairs.Single();
        pair.Verdict.ShouldBeOneOf("slower", "void"); // void where neighbours keep the load without pauses from confirming it
        var cpu = pair.Metrics.Single(m => m.Metric == "server.cpuPerRequest");
        cpu.Ratio.ShouldNotBeNull().ShouldBeGreaterThan(2);
        cpu.Low.ShouldNotBeNull(outcome.ToString()).ShouldBeGreaterThan(1);
        Compared.Notes.ShouldNotContain(note => note.Contains("CPU time is missing", StringComparison.Ordinal));
        (await MarkedProcesses.LeftAsync(_mark)).ShouldBeEmpty();
    }

    [Fact]
    public async Task A_round_in_which_the_agent_dies_is_repeated_when_it_is_back()
    {
        await using var nats = await FleetTests.NatsProcess.StartAsync(Workspace);
        using var first = await AgentAsync(nats);
        using var dyno = await StartAsync(Of(nats, "duration: 6s\nrounds: 1"));
        await LoadedAsync();

        first.Signal("KILL");
        (await MarkedProcesses.LeftAsync(_mark)).ShouldBeEmpty("programs end with their agent");
        using var second = await AgentAsync(nats);

        var outcome = await dyno.EndAsync();
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("agent server with the program under test was lost: it sent no message", customMessage: outcome.ToString());
        Compared.Trials.Select(t => (t.Round, t.Attempt, IsUsed: t.Outcome == TrialOutcome.Used)).ShouldBe(
            [(1, 1, false), (1, 1, false), (1, 2, true), (1, 2, true)], outcome.ToString());
        Compared.Trials.Where(t => t.Outcome == TrialOutcome.Used).ShouldAllBe(t => t.Duet!.Slices.All(s => s.CpuMicros > 0));
    }

    [Fact]
    public async Task An_experiment_whose_agent_does_not_come_back_ends_and_says_so()
    {
        await using var nats = await FleetTests.NatsProcess.StartAsync(Workspace);
        using var agent = await AgentAsync(nats);
        using var dyno = await StartAsync(Of(nats, "duration: 6s\nrounds: 5"));
        await LoadedAsync();

        agent.Signal("KILL");

        var outcome = await dyno.EndAsync();
        outcome.Error.ShouldContain("agent server with the program under test was lost", customMessage: outcome.ToString());
        outcome.Error.ShouldContain("there is no agent server at ", customMessage: outcome.ToString());
        Compared.Pairs.Single().Verdict.ShouldBe("void", outcome.ToString());
        (await MarkedProcesses.LeftAsync(_mark)).ShouldBeEmpty();
    }

    [Fact]
    public async Task Ctrl_C_leaves_no_program_on_the_agents_machine_and_the_agent_is_free()
    {
        await using var nats = await FleetTests.NatsProcess.StartAsync(Workspace);
        using var agent = await AgentAsync(nats);
        using var dyno = await StartAsync(Of(nats, "duration: 6s\nrounds: 5"));
        await LoadedAsync();

        dyno.Signal("INT");

        var outcome = await dyno.EndAsync();
        outcome.ExitCode.ShouldBe(105, outcome.ToString());
        (await MarkedProcesses.LeftAsync(_mark)).ShouldBeEmpty();
        var next = await DynoAsync("run", Url, "--iterations", "10", "--fleet", nats.Url, "--agents", "1");
        next.ExitCode.ShouldBe(0, next.ToString());
    }

    // Where the verdict is read, the warm-up is long: a program that still compiles differs between slices and a load without pauses.
    private string Of(FleetTests.NatsProcess nats, string length, string warmUp = "200ms") => $$"""
        generator: { fleet: {{nats.Url}}, agents: 0, lease: 2s }
        subject: { project: '{{Moody}}', ready: /healthz, on: server, env: { {{_mark}}: "1" } }
        variants: { good: {}, slow: { env: { MOOD: slow } } }
        load: { url: /, connections: 2 }
        compare: { baseline: good, metrics: [server.cpuPerRequest] }
        control: false
        warmup: { minimum: {{warmUp}}, maximum: {{warmUp}} }
        {{length}}
        """;

    private async Task<DynoProcess> AgentAsync(FleetTests.NatsProcess nats)
    {
        var agent = DynoProcess.Start(Workspace, "agent", "--join", nats.Url, "--name", "server", "--may-start");
        await agent.WaitForAsync("waiting for orders");
        return agent;
    }

    private async Task<DynoProcess> StartAsync(string yaml)
    {
        await File.WriteAllTextAsync(Workspace["experiment.yaml"], $"{yaml}\n{Lenient}\n", Cancelled);
        var dyno = DynoProcess.Start(Workspace, "compare", "experiment.yaml", "--result", "comparison.json");
        await dyno.WaitForAsync("round 1 of");
        return dyno;
    }

    // Both programs are up, and have done more than it takes to start. The shells that watch over them have done nothing.
    private async Task LoadedAsync()
    {
        using var patience = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        while (true)
        {
            var used = MarkedProcesses.Find(_mark).Select(process => CpuOf(process.Id)).ToList();
            if (used.Count(cpu => cpu > 0.2) == 2 && used.Sum() > 3) return;
            await Task.Delay(50, patience.Token);
        }
    }

    private static double CpuOf(int id)
    {
        try
        {
            using var process = Process.GetProcessById(id);
            return process.TotalProcessorTime.TotalSeconds;
        }
        catch (Exception gone) when (gone is ArgumentException or InvalidOperationException)
        {
            return 0;
        }
    }
}
