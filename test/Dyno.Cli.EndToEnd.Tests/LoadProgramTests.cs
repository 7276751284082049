namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno run</c> of loads written in C#.</summary>
[Trait("Length", "Long")]
public sealed class LoadProgramTests : IDisposable
{
    private readonly Workspace _workspace = new();

    internal static string References =>
        $"#:project {Path.Combine(RepositoryRoot.Path, "src", "Dyno.Scenarios", "Dyno.Scenarios.csproj")}\n#:property PublishAot=false";

    public void Dispose() => _workspace.Dispose();

    [Fact]
    public async Task Runs_a_file_reports_each_of_its_runs_and_fails_on_a_threshold()
    {
        await WriteAsync("load.cs", $$"""
            {{References}}
            using Dyno.Scenarios;

            var quick = Scenario.Create("quick one", async context => await Step.Run("a step", context, async () => Response.Ok(sizeBytes: 100, customLatencyMs: 20)))
                .WithThresholds(Threshold.Create("p99 < 10ms"))
                .WithLoadSimulations(Simulation.IterationsForConstant(copies: 2, iterations: 300));
            var load = DynoRunner.RegisterScenarios(quick);
            load.WithTestName("first").Run(args);
            load.WithTestName("second").Run(args);
            """);

        var outcome = await DynoProcess.RunAsync(_workspace, "run", "load.cs", "--result", "result.json", "--seed", "7");

        outcome.ExitCode.ShouldBe(99, outcome.ToString());
        outcome.Out.ShouldNotContain("|step|"); // a table in Markdown is for a file
        foreach (var (file, name) in new[] { ("result.json", "first"), ("result-2.json", "second") })
        {
            var result = RunResultJson.ReadFile(_workspace[file]);
            result.Plan.Name.ShouldBe(name);
            result.Plan.InputKind.ShouldBe("csharp");
            result.Plan.Source.ShouldBe("load.cs");
            result.Plan.Seed.ShouldBe(7);
            result.Outcome.ShouldBe(RunOutcome.Completed);
            result.Measured.Scenarios.ShouldHaveSingleItem().Iterations.ShouldBe(300);
            result.Thresholds.ShouldHaveSingleItem().Passed.ShouldBeFalse();
        }
        Directory.GetFiles(_workspace[".dyno/runs"], "*.json").Length.ShouldBeGreaterThanOrEqualTo(2);
    }

    [Fact]
    public async Task Shows_what_the_compiler_says_with_its_line()
    {
        await WriteAsync("broken.cs", "var answer = 42;\n\nConsole.WriteLine(anwser);\nint x = \"text\";\n");

        var outcome = await DynoProcess.RunAsync(_workspace, "run", "broken.cs");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("broken.cs:3:19: The name 'anwser' does not exist in the current context (CS0103)");
        outcome.Error.ShouldContain("broken.cs:4:9: Cannot implicitly convert type 'string' to 'int' (CS0029)");
        outcome.Error.ShouldNotContain("   at ");
    }

    /// <summary>One file for both: the second build finds everything done.</summary>
    [Fact]
    public async Task Stops_at_the_first_signal_cuts_at_the_second_and_keeps_the_results_of_both()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await WriteAsync("endless.cs", $$"""
            {{References}}
            using Dyno.Scenarios;

            var hangs = Environment.GetEnvironmentVariable("HANGS") is not null;
            var endless = Scenario.Create("endless", async context =>
                {
                    await Task.Delay(hangs && context.InvocationNumber > 3 ? Timeout.Infinite : 10, context.ScenarioCancellationToken);
                    if (context.InvocationNumber == 3) Console.Error.WriteLine("three are done");
                    return Response.Ok();
                })
                .WithCompletionTimeout(TimeSpan.FromHours(1))
                .WithLoadSimulations(Simulation.KeepConstant(copies: 1, during: TimeSpan.FromHours(1)));
            DynoRunner.RegisterScenarios(endless).Run(args);
            Console.Error.WriteLine("the code goes on to its end");
            """);

        var stopped = await InterruptedAsync(times: 1);
        stopped.Error.ShouldContain("stopping");
        stopped.Error.ShouldContain("the code goes on to its end");
        stopped.Out.ShouldStartWith(" INTERRUPTED ");
        Judge(stopped, RunOutcome.Interrupted);

        _workspace.Environment["HANGS"] = "1";
        var cut = await InterruptedAsync(times: 2);
        cut.Error.ShouldContain("aborting");
        cut.Out.ShouldStartWith(" ABORTED ");
        Judge(cut, RunOutcome.Aborted);
        _workspace.StoredRuns.Length.ShouldBe(2);
    }

    [Fact]
    public async Task Loads_the_program_that_dyno_has_started_and_measures_it()
    {
        _workspace.SharePrograms();
        await WriteAsync("load.cs", $$"""
            {{References}}
            using Dyno.Scenarios;

            await using var target = await LoadTarget.StartAsync("it is running already");
            using var client = new HttpClient();
            var hello = Scenario.Create("hello", async _ => await Http.Send(client, Http.CreateRequest("GET", $"{target.BaseUrl}/hello")))
                .WithLoadSimulations(Simulation.IterationsForConstant(copies: 2, iterations: 100));
            DynoRunner.RegisterScenarios(hello).WithTarget(target).Run(args);
            """);

        var outcome = await DynoProcess.RunAsync(_workspace, "run", "load.cs", "--result", "result.json",
            "--subject", Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput", "Hello"), "--framework", "net10.0", "--full");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("(net10.0), ready after ");
        var result = RunResultJson.ReadFile(_workspace["result.json"]);
        result.Measured.Statuses.ShouldBe([new(200, 100)]);
        result.Subject.ShouldNotBeNull().ExitCode.ShouldBeNull();
        result.Server.ShouldNotBeNull().PeakWorkingSetBytes.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Says_that_a_program_made_no_run()
    {
        await WriteAsync("hello.cs", "Console.WriteLine(\"hello\");\n");

        var outcome = await DynoProcess.RunAsync(_workspace, "run", "hello.cs");

        outcome.ExitCode.ShouldBe(1, outcome.ToString());
        outcome.Error.ShouldContain("hello.cs ended without a run");
        outcome.Error.ShouldContain("DynoRunner.RegisterScenarios");
        outcome.Out.ShouldBeEmpty();
    }

    [Fact]
    public async Task Refuses_options_that_the_code_decides()
    {
        var outcome = await DynoProcess.RunAsync(_workspace, "run", "load.cs", "-c", "5", "-d", "10s");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("-c is not for loads in C#: the code defines the load");
        outcome.Error.ShouldContain("-d is not for loads in C#: the code defines the load");
    }

    [Fact]
    public async Task Says_that_a_file_is_missing()
    {
        var outcome = await DynoProcess.RunAsync(_workspace, "run", "nowhere.cs");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("nowhere.cs: this file does not exist");
    }

    private async Task<DynoOutcome> InterruptedAsync(int times)
    {
        using var dyno = DynoProcess.Start(_workspace, "run", "endless.cs", "--result", "result.json");
        await dyno.WaitForAsync("three are done");
        dyno.Signal("INT");
        if (times > 1)
        {
            await dyno.WaitForAsync("stopping");
            dyno.Signal("INT");
        }
        return await dyno.EndAsync();
    }

    private void Judge(DynoOutcome outcome, RunOutcome expected)
    {
        outcome.ExitCode.ShouldBe(105, outcome.ToString());
        var result = RunResultJson.ReadFile(_workspace["result.json"]);
        result.Outcome.ShouldBe(expected);
        result.Measured.Scenarios.ShouldHaveSingleItem().Iterations.ShouldBeGreaterThanOrEqualTo(3);
    }

    private Task WriteAsync(string name, string text) => File.WriteAllTextAsync(_workspace[name], text, TestContext.Current.CancellationToken);
}
