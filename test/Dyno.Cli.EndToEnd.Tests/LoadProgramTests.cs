using Dyno.Results.Json;
using Dyno.Results.Runs;
using Dyno.Testing;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno run</c> of loads written in C#.</summary>
public sealed class LoadProgramTests : IDisposable
{
    private readonly Workspace _workspace = new();

    public void Dispose() => _workspace.Dispose();

    [Fact]
    public async Task Runs_a_file_reports_each_of_its_runs_and_fails_on_a_threshold()
    {
        await WriteAsync("load.cs", $$"""
            #:project {{Path.Combine(RepositoryRoot.Path, "src", "Dyno.Scenarios", "Dyno.Scenarios.csproj")}}
            #:property PublishAot=false
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
        outcome.Out.ShouldContain("|step|ok stats|");
        outcome.Out.ShouldContain("|name|`global information`|");
        outcome.Out.ShouldContain("|name|`a step`|");
        foreach (var (file, name) in new[] { ("result.json", "first"), ("result-2.json", "second") })
        {
            var result = ResultFile.Read(_workspace[file]);
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
        outcome.Error.ShouldContain("--connections: load.cs says itself what load it makes");
        outcome.Error.ShouldContain("--duration: load.cs says itself what load it makes");
    }

    [Fact]
    public async Task Says_that_a_file_is_missing()
    {
        var outcome = await DynoProcess.RunAsync(_workspace, "run", "nowhere.cs");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("nowhere.cs: this file does not exist");
    }

    private Task WriteAsync(string name, string text) => File.WriteAllTextAsync(_workspace[name], text, TestContext.Current.CancellationToken);
}
