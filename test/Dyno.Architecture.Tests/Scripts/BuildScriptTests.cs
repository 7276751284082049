namespace Dyno.Architecture.Tests;

public sealed class BuildScriptTests : IDisposable
{
    private readonly ScriptSandbox _sandbox;

    public BuildScriptTests()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "build is a shell script");
        _sandbox = new ScriptSandbox("build");
        string[] programs = ["bin/dotnet", "bin/npm", "bin/node", "bin/chromium", "bin/git", "bin/initdb", "bin/redis-server", "bin/nghttpd", "bin/nats-server", "dyno"];
        foreach (var program in programs) _sandbox.Program(program, "exit 0");
    }

    [Fact]
    public async Task Test_sums_up_all_suites_in_its_last_line()
    {
        AddSuite("A.Tests", passed: 3);
        AddSuite("B.Tests", passed: 4);

        var run = await _sandbox.RunAsync("test");

        LastLine(run.Output).ShouldBe("7 passed, 0 failed");
        run.Code.ShouldBe(0);
    }

    [Fact]
    public async Task Test_mentions_skipped_tests_before_its_last_line_and_fails_with_the_output_of_a_failed_suite()
    {
        AddSuite("A.Tests", passed: 3, failed: 2, skipped: 1, exitCode: 2);

        var run = await _sandbox.RunAsync("test");

        run.Output.TrimEnd().Split('\n')[^2..].ShouldBe(["skipped: 1", "3 passed, 2 failed"]);
        run.Output.ShouldContain("3 passed, 2 failed, 1 skipped, ");
        run.Output.ShouldContain("words of A.Tests");
        run.Code.ShouldBe(1);
    }

    [Fact]
    public async Task A_failed_test_is_not_run_again_to_become_green()
    {
        _sandbox.Program("test/A.Tests/bin/Release/net10.0/A.Tests", $"""
            echo started >>"{_sandbox.PathOf("starts")}"
            while [[ $1 != --results-directory ]]; do shift; done
            echo '<assembly passed="3" failed="1" skipped="0" errors="0">' >"$2/A.Tests.xml"
            exit 2
            """);

        var run = await _sandbox.RunAsync("test");

        LastLine(run.Output).ShouldBe("3 passed, 1 failed");
        run.Code.ShouldBe(1);
        _sandbox.Lines("starts").Length.ShouldBe(1);
    }

    [Fact]
    public async Task Analyzers_look_at_everything_again_after_a_build_without_them()
    {
        AddSuite("A.Tests", passed: 3);
        _sandbox.Program("bin/dotnet", $"""[[ $1 != build ]] || echo "$*" >>"{_sandbox.PathOf("builds")}" """);

        await _sandbox.RunAsync("test");
        await _sandbox.RunAsync();
        await _sandbox.RunAsync();

        var builds = _sandbox.Lines("builds");
        builds[0].ShouldContain("RunAnalyzers=false");
        builds[1].ShouldNotContain("RunAnalyzers=false");
        builds[1].ShouldContain("--no-incremental");
        builds[2].ShouldNotContain("--no-incremental");
    }

    [Theory, InlineData("exit 134", "exit code 134"), InlineData("exit 8", "no tests ran")]
    public async Task A_suite_that_crashes_or_runs_nothing_counts_as_failed(string body, string reason)
    {
        AddSuite("A.Tests", passed: 3);
        _sandbox.Program("test/B.Tests/bin/Release/net10.0/B.Tests", body);

        var run = await _sandbox.RunAsync("test");

        LastLine(run.Output).ShouldBe("3 passed, 1 failed");
        run.Output.ShouldContain(reason);
        run.Code.ShouldBe(1);
    }

    [Fact]
    public async Task A_suite_whose_tests_pass_but_whose_process_fails_counts_as_failed()
    {
        AddSuite("A.Tests", passed: 3, exitCode: 134);

        LastLine((await _sandbox.RunAsync("test")).Output).ShouldBe("3 passed, 1 failed");
    }

    [Fact]
    public async Task A_failed_step_counts_as_failed()
    {
        AddSuite("A.Tests", passed: 3);
        _sandbox.Program("bin/dotnet", "[[ $1 != format ]]");

        var run = await _sandbox.RunAsync("test");

        LastLine(run.Output).ShouldBe("3 passed, 1 failed");
        run.Output.ShouldContain("./build format");
        run.Code.ShouldBe(1);
    }

    [Fact]
    public async Task What_is_missing_is_installed_by_root_and_named_to_everyone_else()
    {
        File.Delete(_sandbox.PathOf("bin/npm"));
        _sandbox.Program("bin/apt-get", $"""echo "$*" >>"{_sandbox.PathOf("installed")}" """);

        var run = await _sandbox.RunAsync("test");

        if (Environment.IsPrivilegedProcess) _sandbox.Lines("installed")[^1].ShouldEndWith(" npm");
        else run.Errors.ShouldContain("sudo apt-get install -y npm");
    }

    [Fact]
    public async Task An_unknown_command_is_refused_with_a_hint()
    {
        var run = await _sandbox.RunAsync("tset");

        run.Code.ShouldBe(2);
        run.Errors.ShouldContain("./build help");
    }

    public void Dispose() => _sandbox?.Dispose();

    private void AddSuite(string name, int passed, int failed = 0, int skipped = 0, int exitCode = 0) =>
        _sandbox.Program($"test/{name}/bin/Release/net10.0/{name}", $"""
            echo "words of {name}"
            while [[ $1 != --results-directory ]]; do shift; done
            echo '<assembly passed="{passed}" failed="{failed}" skipped="{skipped}" errors="0">' >"$2/{name}.xml"
            exit {exitCode}
            """);

    private static string LastLine(string output) => output.TrimEnd().Split('\n')[^1];
}
