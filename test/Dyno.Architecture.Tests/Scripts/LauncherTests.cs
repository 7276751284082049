namespace Dyno.Architecture.Tests;

public sealed class LauncherTests : IDisposable
{
    private const string Source = "src/Program.cs";
    private readonly ScriptSandbox _sandbox;

    public LauncherTests()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "dyno is a shell script; dyno.cmd is its sibling on Windows");
        _sandbox = new ScriptSandbox("dyno");
        string[] shared = ["Directory.Build.props", "Directory.Packages.props", "global.json", ".globalconfig"];
        foreach (var file in (string[])[.. shared, "eng/Test.props", Source]) _sandbox.Write(file, "");
    }

    private int Builds => _sandbox.Lines("builds").Length;

    [Fact]
    public async Task Builds_on_first_use_and_hands_over_arguments_and_exit_code()
    {
        InstallDotnet();

        var first = await _sandbox.RunAsync("run", "a b");
        var second = await _sandbox.RunAsync();

        first.Output.ShouldBe("ran run a b\n");
        first.Code.ShouldBe(7);
        first.Errors.ShouldContain("building Dyno");
        second.Errors.ShouldBeEmpty();
        Builds.ShouldBe(1);
    }

    [Fact]
    public async Task Builds_again_when_a_source_changes_appears_or_goes()
    {
        InstallDotnet();
        await _sandbox.RunAsync();

        _sandbox.Write(Source, "// changed");
        await _sandbox.RunAsync();
        _sandbox.Write("src/New.cs", "");
        await _sandbox.RunAsync();
        File.Delete(_sandbox.PathOf(Source));
        await _sandbox.RunAsync();

        Builds.ShouldBe(4);
    }

    [Fact]
    public async Task Two_at_once_build_once()
    {
        InstallDotnet("sleep 1");

        var both = await Task.WhenAll(_sandbox.RunAsync("one"), _sandbox.RunAsync("two"));

        both.Select(run => run.Output).ShouldBe(["ran one\n", "ran two\n"], ignoreOrder: true);
        Builds.ShouldBe(1);
    }

    [Fact]
    public async Task Without_the_sdk_it_says_what_to_install()
    {
        var run = await _sandbox.RunAsync();

        run.Code.ShouldBe(1);
        run.Output.ShouldBeEmpty();
        run.Errors.ShouldContain(".NET 10 SDK is needed");
        run.Errors.ShouldContain("https://dotnet.microsoft.com/download/dotnet/10.0");
    }

    [Fact]
    public async Task A_build_that_fails_shows_the_compilers_errors_and_is_tried_again()
    {
        InstallDotnet("echo 'Program.cs(1,1): error CS1002: ; expected'; exit 1");
        var failed = await _sandbox.RunAsync();
        InstallDotnet();
        var mended = await _sandbox.RunAsync();

        failed.Code.ShouldBe(1);
        failed.Output.ShouldBeEmpty();
        failed.Errors.ShouldContain("error CS1002: ; expected");
        mended.Code.ShouldBe(7);
    }

    [Fact]
    public async Task Without_an_ahead_of_time_compiler_it_builds_without_one()
    {
        InstallDotnet(
            "[[ $* == *ReadyToRun=true* ]] && { echo 'error NU1101: microsoft.netcore.app.crossgen2'; exit 1; }");

        var run = await _sandbox.RunAsync();

        run.Code.ShouldBe(7);
        run.Errors.ShouldContain("building without it");
    }

    [Theory]
    [InlineData("INT")]
    [InlineData("TERM")]
    public async Task Interrupted_while_it_builds_it_ends_with_the_code_for_that_and_leaves_nothing(string signal)
    {
        InstallDotnet($"kill -{signal} $PPID");

        var run = await _sandbox.RunAsync();

        run.Code.ShouldBe(105, run.Errors);
        run.Output.ShouldBeEmpty();
        Directory.GetDirectories(_sandbox.PathOf("artifacts/builds")).ShouldBeEmpty();
    }

    [Fact]
    public async Task The_compiler_of_a_build_is_its_own_and_is_asked_to_end()
    {
        InstallDotnet();
        await _sandbox.RunAsync();
        InstallDotnet("exit 1");
        _sandbox.Write(Source, "// changed");
        await _sandbox.RunAsync();

        var ids = File.ReadAllLines(_sandbox.PathOf("builds")).Select(line => line.Split("SharedCompilationId=")[1].Split(' ')[0]).ToList();
        ids.Distinct().Count().ShouldBe(2);
        File.ReadAllLines(_sandbox.PathOf("ends")).ShouldBe(ids.Select(id => $"/sdks/10.0.100/Roslyn/bincore/VBCSCompiler.dll -shutdown -pipename:{id}"));
    }

    public void Dispose() => _sandbox?.Dispose();

    /// <summary>A dotnet that notes each publish and "compiles" a program that repeats its arguments.</summary>
    private void InstallDotnet(string onPublish = "") => _sandbox.Program("bin/dotnet", $$"""
        [[ $1 == --list-sdks ]] && { echo '10.0.100 [/sdks]'; exit 0; }
        [[ $1 == *VBCSCompiler.dll ]] && { echo "$*" >>"{{_sandbox.PathOf("ends")}}"; exit 0; }
        [[ $1 == publish ]] || { echo 10.0.100; exit 0; }
        echo "$*" >>"{{_sandbox.PathOf("builds")}}"
        {{onPublish}}
        while [[ $1 != -o ]]; do shift; done
        mkdir -p "$2"
        printf '#!/bin/bash\necho "ran $*"\nexit 7\n' >"$2/dyno"
        chmod +x "$2/dyno"
        """);
}
