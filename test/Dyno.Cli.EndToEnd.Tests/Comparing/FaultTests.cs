namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>What happens to an experiment when something in it fails.</summary>
public sealed class FaultTests : ExperimentTest
{
    private const string Times = "warmup: { minimum: 200ms, maximum: 200ms }\n";

    [Fact]
    public async Task A_variant_that_dies_in_every_trial_is_left_out_and_the_others_count()
    {
        const string Reason = "the program under test ended by itself with exit code 7";
        var trials = new FakeTrials
        {
            Becomes = (variant, _, run) => variant.Name == "dying" ? throw SubjectFaults.Of(SubjectFault.ExitedAtStart, Reason) : run,
        };
        var outcome = await CompareAsync(trials, $$"""
            subject: { project: '{{Hello}}', framework: net10.0 }
            variants: { a: {}, b: {}, dying: { load: { url: /exit/7 } } }
            load: { url: /, connections: 2 }
            compare: { baseline: a }
            control: false
            duration: 1s
            {{Times}}
            """, "--rounds", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain($"dying: {Reason}");
        Compared.Skipped.Single().Name.ShouldBe("dying");
        Compared.Skipped.Single().Reason.ShouldContain("ended by itself with exit code 7");
        Compared.Trials.Where(t => t.Outcome == TrialOutcome.Used).Select(t => t.Variant).Order().ShouldBe(["a", "b"]);
        Compared.Trials.Where(t => t.Variant == "dying").ShouldAllBe(t => t.Outcome == TrialOutcome.Failed);
        Compared.Trials.Count(t => t.Variant == "dying").ShouldBe(4); // each of two rounds tries once more
        outcome.Out.ShouldContain("dying is left out");
        outcome.Error.ShouldContain($"trials run one after the other: dying did not start beside the others ({Reason})");
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_service_that_dies_spoils_its_trial_alone_and_comes_up_anew()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await File.WriteAllTextAsync(Workspace["experiment.yaml"], $$"""
            services: { cache: { kind: redis, reset: FLUSHALL } }
            subject: { project: '{{Moody}}', ready: /healthz }
            variants: { a: {}, b: {} }
            load: { url: /, connections: 2 }
            compare: { baseline: a }
            control: false
            duration: 3s
            {{Times}}
            {{Lenient}}
            """, Cancelled);
        using var dyno = DynoProcess.Start(Workspace, "compare", "experiment.yaml", "--rounds", "1", "--result", "comparison.json");
        await dyno.WaitForAsync("round 1 of 1");
        using (var kill = Process.Start("kill", ["-KILL", RedisProcess().ToString()])) await kill.WaitForExitAsync(Cancelled);
        var outcome = await dyno.EndAsync();

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("the service cache ended by itself");
        outcome.Error.ShouldContain("Dyno restarts the service");
        Compared.Trials.Where(t => t.Outcome == TrialOutcome.Used).Select(t => t.Variant).Order().ShouldBe(["a", "b"]);
        Compared.Health.State.ShouldNotBe(HealthState.Void);
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task Secrets_in_the_environment_and_the_output_of_a_subject_reach_nothing_that_is_written()
    {
        const string Secret = "s3cr3t-planted-here";
        var outcome = await CompareAsync($$"""
            subject: { project: '{{Moody}}', ready: /healthz, env: { MOOD: tells-secrets, Api__Token: {{Secret}} } }
            variants: { a: {}, b: { load: { url: /exit/3, headers: { Authorization: 'Bearer {{Secret}}' } } } }
            load: { url: /, connections: 1 }
            compare: { baseline: a }
            duration: 1s
            {{Times}}
            """, "--rounds", "1", "-f", "html", "-f", "md=pr.md", "-f", "json=all.json", "-f", "console");

        outcome.Out.ShouldNotContain(Secret);
        outcome.Error.ShouldNotContain(Secret);
        outcome.Error.ShouldContain("b: the program under test ended by itself with exit code 3");
        var written = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };
        var files = Directory.EnumerateFiles(Workspace.Folder, "*", written).Where(f => Path.GetFileName(f) != "experiment.yaml" && !IsOfTheRuntime(f)).ToList();
        files.Select(Path.GetFileName).ShouldContain("comparison.html");
        var logs = Directory.GetDirectories(Workspace[".dyno/subjects"]).Select(d => Path.Combine(d, "output")).Where(Directory.Exists)
            .SelectMany(d => Directory.GetFiles(d, "*.log")).ToList();
        logs.ShouldContain(log => File.ReadAllText(log).Contains("connecting with ***", StringComparison.Ordinal));
        files.AddRange(logs);
        foreach (var file in files) (await File.ReadAllTextAsync(file, Cancelled)).ShouldNotContain(Secret, Case.Sensitive, file);
    }

    [Fact]
    [Trait("Length", "Long")]
    public async Task A_framework_whose_runtime_cannot_be_restored_is_left_out_and_the_rest_runs()
    {
        var outcome = await CompareAsync($$"""
            subject: { project: '{{Hello}}' }
            variants:
              net10: { framework: net10.0 }
              net8: { framework: net8.0, properties: { RuntimeFrameworkVersion: 8.0.9999 } }
              other: { framework: net10.0, env: { DOTNET_TieredPGO: "0" } }
            load: { url: /hello, connections: 2 }
            compare: { baseline: net10 }
            control: false
            duration: 1s
            {{Times}}
            """, "--rounds", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("net8 is left out: ");
        Compared.Skipped.Single().Name.ShouldBe("net8");
        Compared.Variants.Select(v => v.Name).ShouldBe(["net10", "other"]);
        Compared.Variants.ShouldAllBe(v => v.Trials == 1);
    }

    [Fact]
    public async Task A_result_that_cannot_be_written_costs_neither_the_report_nor_what_is_kept()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/full is a disk without room");
        await File.WriteAllTextAsync(Workspace["experiment.yaml"], Urls(1), Cancelled);
        var outcome = await DynoCommand.RunAsync(Workspace, new FakeTrials(), "compare", "experiment.yaml", "--result", "/dev/full", "--rounds", "1");

        outcome.ExitCode.ShouldBe(1, outcome.ToString());
        outcome.Out.ShouldMatch(@"b against a: measured .+ in a single round, which has no interval\.");
        outcome.Error.ShouldContain("/dev/full");
        Directory.GetFiles(Workspace[".dyno/experiments"], "comparison.json", SearchOption.AllDirectories).Length.ShouldBe(1);
    }

    [Fact]
    public async Task A_rate_near_the_ceiling_of_this_machines_generator_strains_the_experiment()
    {
        Workspace.Environment["HOME"] = Workspace.Folder;
        Directory.CreateDirectory(Workspace[".dyno"]);
        await File.WriteAllTextAsync(Workspace[".dyno/calibration.json"], $$"""
            [{ "machine": "{{Environment.MachineName}}, {{Environment.ProcessorCount}} CPUs", "workers": {{Math.Clamp(Environment.ProcessorCount / 2, 1, 8)}}, "requestsPerSecond": 1,
               "cpuMicrosPerRequest": 5, "measuredAt": "2026-11-21T10:00:00Z", "version": "0.1.0" }]
            """, Cancelled);
        var outcome = await CompareAsync(Urls(1), "--rounds", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        Compared.Health.Findings.ShouldContain(f => f.Message.Contains("near-ceiling × 2", StringComparison.Ordinal), outcome.ToString());
    }

    [Fact]
    public async Task A_second_experiment_on_the_machine_says_so_and_measures_nothing()
    {
        await File.WriteAllTextAsync(Workspace["experiment.yaml"], Urls(30), Cancelled);
        using var first = DynoProcess.Start(Workspace, "compare", "experiment.yaml", "--rounds", "5");
        await first.WaitForAsync("round 1 of 5");
        var second = await DynoAsync("compare", "experiment.yaml", "--rounds", "5");

        second.ExitCode.ShouldBe(1, second.ToString());
        second.Error.ShouldContain("another experiment runs on this machine: two experiments would disturb each other");
        second.Out.ShouldBeEmpty();
    }

    private string Urls(int seconds) => $$"""
        variants: { a: { url: '{{Url}}' }, b: { url: '{{Url}}' } }
        load: { url: /, connections: 1 }
        compare: { baseline: a }
        control: false
        duration: {{seconds}}s
        {{Times}}
        {{Lenient}}

        """;

    // Sockets and pipes that .NET leaves in the folder for temporary files: nothing is written to them.
    private static bool IsOfTheRuntime(string file) => Path.GetFileName(file) is var name
        && (name.StartsWith("dotnet-diagnostic-", StringComparison.Ordinal) || name.StartsWith("clr-debug-pipe-", StringComparison.Ordinal));

    // The one that runs in this test's folder for temporary files; what it shows as its environment it overwrites.
    private int RedisProcess() => Directory.EnumerateDirectories("/proc").Where(p => char.IsAsciiDigit(Path.GetFileName(p)[0])).Where(IsRedisOfThisTest)
        .Select(p => int.Parse(Path.GetFileName(p))).First();

    private bool IsRedisOfThisTest(string process)
    {
        try
        {
            return File.ReadAllText(Path.Combine(process, "comm")).Trim() is "redis-server" or "valkey-server"
                && Directory.ResolveLinkTarget(Path.Combine(process, "cwd"), returnFinalTarget: false) is { } folder
                && folder.FullName.StartsWith(Workspace.Folder, StringComparison.Ordinal);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }
}
