namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>Variants that are up at the same time and get in each other's way, or their own.</summary>
public sealed class DuetFaultTests : ExperimentTest
{
    private const string Times = "warmup: { minimum: 200ms, maximum: 200ms }\nduration: 1s\n";

    [Fact]
    [Trait("Length", "Long")]
    public async Task Connections_that_a_server_closes_between_slices_are_opened_again_outside_of_them_and_counted()
    {
        // The close has arrived before the patient server answers, so it never meets a request, however busy the machine is.
        using var impatient = ScriptedServer.Answering(Answers.Of(200, "hello"));
        using var patient = ScriptedServer.Start(
            ServerAction.ReadRequest, ServerAction.Do(impatient.CloseConnections), ServerAction.Send(Answers.Of(200, "hello")), ServerAction.Repeat);
        var outcome = await CompareAsync($$"""
            variants: { patient: { url: '{{patient.Url}}' }, impatient: { url: '{{impatient.Url}}' } }
            load: { url: /, connections: 2 }
            compare: { baseline: patient }
            control: false
            {{Times}}
            """, "--rounds", "1", "--slice", "100ms");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var closed = Compared.Trials.Single(t => t.Variant == "impatient");
        closed.Duet!.ReopenedBetweenSlices.ShouldBeGreaterThan(0);
        closed.Duet.Slices.Sum(s => s.Failed).ShouldBe(0);
        closed.Duet.Slices.Count(s => s.Requests > 0).ShouldBeGreaterThan(closed.Duet.Slices.Length / 2, "on a busy machine a slice may end before its first answer");
        RunOf(closed).Measured.Statuses.Keys.ShouldBe([200]);
        Compared.Notes.ShouldContain(note => note.StartsWith("impatient closed idle connections: ", StringComparison.Ordinal));
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task Two_variants_that_want_the_same_port_are_measured_one_after_the_other_and_it_is_said_why()
    {
        var outcome = await CompareAsync($$"""
            subject: { project: '{{Moody}}', ready: /healthz, env: { SECOND_PORT: '{{FreePorts.Next()}}' } }
            variants: { a: {}, b: {} }
            load: { url: /, connections: 2 }
            compare: { baseline: a }
            control: false
            {{Times}}
            """, "--rounds", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("trials run one after the other: ");
        outcome.Error.ShouldContain(" did not start beside the others (");
        Compared.Trials.Where(t => t.Outcome == TrialOutcome.Used).Select(t => (t.Variant, t.Duet)).ShouldBe([("a", null), ("b", null)], ignoreOrder: true);
        Compared.Notes.ShouldContain(note => note.StartsWith("Trials ran one after the other: ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("--sequential")]
    [InlineData]
    public async Task Variants_that_can_be_up_together_are_measured_one_after_the_other_only_when_that_is_asked_for(params string[] options)
    {
        var outcome = await CompareAsync(new FakeTrials(), $$"""
            variants: { a: { url: '{{Url}}' }, b: { url: '{{Url}}' } }
            load: { url: /, connections: 2 }
            compare: { baseline: a }
            {{Times}}
            """, ["--rounds", "1", .. options]);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        Compared.Trials.Length.ShouldBe(3);
        Compared.Trials.ShouldAllBe(t => t.Outcome == TrialOutcome.Used && t.Duet == null == (options.Length > 0));
        Compared.Notes.ShouldNotContain(note => note.Contains("one after the other", StringComparison.Ordinal), "who asked for it need not be told");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task Eight_variants_and_their_control_take_turns_on_the_CPUs_there_are_and_one_that_works_in_between_is_named()
    {
        var names = string.Join(", ", Enumerable.Range(1, 7).Select(i => $"v{i}: {{}}"));
        var outcome = await CompareAsync($$"""
            subject: { project: '{{Moody}}', ready: /healthz }
            variants: { {{names}}, busy: { env: { MOOD: works } } }
            load: { url: /, connections: 2 }
            compare: { baseline: v1 }
            {{Times}}
            """, "--rounds", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        Compared.Trials.Length.ShouldBe(9);
        Compared.Trials.ShouldAllBe(t => t.Outcome == TrialOutcome.Used && t.Duet!.Variants == 9);
        Compared.Trials.Select(t => t.Duet!.Slices.Length).Distinct().Count().ShouldBe(1);
        Compared.Trials.ShouldAllBe(t => t.Duet!.Slices.Sum(s => s.Requests) > 0);
        if (!OperatingSystem.IsLinux()) return; // CPU time is read from the kernel
        // Others may be named, too: their runtimes still compile in a round this short.
        var named = Compared.Health.Findings.Single(f => f.Rule == "background-work" && f.Message.StartsWith("busy used ", StringComparison.Ordinal));
        named.State.ShouldBe(HealthState.Strained);
        named.Message.ShouldEndWith("Measure the variant alone with --sequential.");
    }
}
