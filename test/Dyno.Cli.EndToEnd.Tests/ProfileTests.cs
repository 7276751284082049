namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>dyno run --profile</c> on real programs, with what makes them hard to profile.</summary>
public sealed class ProfileTests : EndToEndTest
{
    private const string Program = """
        using System.Runtime.CompilerServices;
        using System.Security.Cryptography;

        // Only the launch that is profiled has this variable.
        if (Environment.GetEnvironmentVariable("DOTNET_RichDebugInfo") == "1" && Environment.GetEnvironmentVariable("ENDS") == "1")
            _ = Task.Run(async () => { await Task.Delay(3000); Environment.Exit(3); });
        var app = WebApplication.CreateSlimBuilder(args).Build();
        app.MapGet("/", () => "ok");
        app.MapGet("/spin", () => Mill.Spin(30_000).ToString());
        app.MapGet("/native", () => Mill.Digest(Mill.Grain));
        app.MapGet("/deep", () => Mill.Deep(400).ToString());
        app.Run();

        public static class Mill
        {
            public static readonly byte[] Grain = new byte[200_000];

            [MethodImpl(MethodImplOptions.NoInlining)]
            public static long Spin(int turns)
            {
                long sum = 0;
                for (var i = 0; i < turns; i++) sum += i * i % 7;
                return sum;
            }

            [MethodImpl(MethodImplOptions.NoInlining)]
            public static string Digest(byte[] grain) => Convert.ToHexString(SHA512.HashData(grain));

            // More frames than a sample has room for.
            [MethodImpl(MethodImplOptions.NoInlining)]
            public static long Deep(int levels) => levels == 0 ? Spin(30_000) : Deep(levels - 1) + levels;
        }
        """;

    public ProfileTests()
    {
        Workspace.Environment["TMPDIR"] = Workspace.Folder;
        Directory.CreateDirectory(Workspace["Mill"]);
        Directory.CreateDirectory(Workspace["elsewhere"]);
        File.WriteAllText(Workspace["Mill/Program.cs"], Program);
        File.WriteAllText(Workspace["Mill/Directory.Build.props"], "<Project />");
    }

    /// <summary>Also with the server GC, with perf maps off, and with another folder for temporary files, where the runtime has its socket.</summary>
    [Fact]
    [Trait("Length", "Long")]
    public async Task The_methods_that_use_the_CPU_are_named_and_the_files_for_other_tools_are_beside_the_run()
    {
        var run = await ProfileAsync("/spin", "", "--subject-env", "DOTNET_gcServer=1", "--subject-env", "DOTNET_PerfMapEnabled=0", "--subject-env", $"TMPDIR={Workspace["elsewhere"]}");

        var first = run.Methods[0];
        (first.Method, first.Call).ShouldBe(("Mill.Spin", null));
        first.File.ShouldBe("Mill/Program.cs");
        first.Line.ShouldNotBeNull();
        first.Share.ShouldBeGreaterThan(0.1);
        first.Micros.ShouldNotBeNull().ShouldBe(first.Share * run.Micros!.Value, 0.1);
        run.Graph.ShouldContain(frame => frame.Name == "Mill.Spin" && frame.Kind == "user" && frame.Difference == 0);
        run.Files.ShouldContain(file => file.EndsWith(".profile/program.speedscope.json", StringComparison.Ordinal));
        run.Files.ShouldAllBe(file => File.Exists(Workspace[file]));
        (await DynoAsync("report", "last", "-f", "html=page.html")).ExitCode.ShouldBe(0);
        (await File.ReadAllTextAsync(Workspace["page.html"], Cancelled)).ShouldContain("<figure class=\"flame\">");
        (await DynoAsync("prune", "--keep", "0")).ExitCode.ShouldBe(0);
        run.Files.ShouldAllBe(file => !File.Exists(Workspace[file]), "they go with their run");
    }

    /// <summary>Dyno and the program are in one container, whose processes have other numbers outside.</summary>
    [Fact]
    [Trait("Length", "Long")]
    public async Task In_namespaces_of_a_container_the_methods_have_names()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess && File.Exists("/usr/bin/unshare"), "namespaces are made by root, with unshare");
        await WriteProjectAsync("");
        (await DynoProcess.RunInNamespacesAsync(Workspace, [.. Arguments("/spin")])).ExitCode.ShouldBe(0);
        RunResultJson.ReadFile(Workspace["result.json"]).Profile.ShouldNotBeNull().Methods[0].Method.ShouldBe("Mill.Spin");
    }

    [Theory]
    [InlineData("<PublishSingleFile>true</PublishSingleFile><RuntimeIdentifier>linux-x64</RuntimeIdentifier><SelfContained>true</SelfContained>")]
    [InlineData("<PublishTrimmed>true</PublishTrimmed><RuntimeIdentifier>linux-x64</RuntimeIdentifier></PropertyGroup>"
        + "<ItemGroup><TrimmerRootAssembly Include=\"System.Security.Cryptography\" /></ItemGroup><PropertyGroup>")] // Kestrel needs more of it than is kept
    [InlineData("<DebugType>none</DebugType>")]
    [Trait("Length", "Long")]
    public async Task A_program_in_one_file_a_trimmed_one_and_one_without_symbols_have_names(string properties)
    {
        var run = await ProfileAsync("/spin", properties);

        run.Methods[0].Method.ShouldBe("Mill.Spin");
        if (properties.Contains("DebugType", StringComparison.Ordinal)) (run.Methods[0].File, run.Methods[0].Line).ShouldBe((null, null));
    }

    [Theory]
    [InlineData("/native", "Mill.Digest")]
    [InlineData("/deep", "Mill.Spin")]
    [Trait("Length", "Long")]
    public async Task CPU_time_of_a_native_library_and_at_the_end_of_a_deep_stack_belongs_to_the_method_that_calls(string path, string method)
    {
        var run = await ProfileAsync(path, "");

        if (run.Sampler == "eventPipe" && path == "/native") return; // it sees no native code, as its bias says
        run.Methods[0].Method.ShouldBe(method);
        if (path == "/native") run.Methods[0].CallShare.ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData("ENDS=1", "no profile: the program under test ended by itself with exit code 3")]
    [InlineData("DOTNET_EnableDiagnostics=0", "no profile: no .NET process with diagnostics was found")]
    [Trait("Length", "Long")]
    public async Task A_run_whose_program_cannot_be_profiled_keeps_its_figures_and_says_why(string variable, string why)
    {
        var outcome = await RunAsync("/", "", "--subject-env", variable);

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain(why);
        var run = RunResultJson.ReadFile(Workspace["result.json"]);
        run.Profile.ShouldBeNull();
        run.Measured.Totals.Requests.ShouldBeGreaterThan(0);
    }

    [Fact]
    public async Task Without_a_program_to_start_there_is_nothing_to_profile()
    {
        var outcome = await DynoAsync("run", Url, "--profile");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("--profile needs a program to start: add --subject PATH");
    }

    private async Task<RunProfile> ProfileAsync(string path, string properties, params string[] options)
    {
        var outcome = await RunAsync(path, properties, options);
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var run = RunResultJson.ReadFile(Workspace["result.json"]);
        run.Outcome.ShouldBe(RunOutcome.Completed);
        var profile = run.Profile.ShouldNotBeNull(outcome.ToString());
        outcome.Out.ShouldContain(profile.Methods[0].Method);
        return profile;
    }

    private async Task<DynoOutcome> RunAsync(string path, string properties, params string[] options)
    {
        await WriteProjectAsync(properties);
        return await DynoAsync([.. Arguments(path), .. options]);
    }

    private static string[] Arguments(string path) => ["run", path, "--subject", "Mill", "-c", "4", "-d", "2s", "--profile", "--result", "result.json"];

    private Task WriteProjectAsync(string properties) =>
        File.WriteAllTextAsync(Workspace["Mill/Mill.csproj"], $"""
            <Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings>
            <NuGetAudit>false</NuGetAudit>{properties}</PropertyGroup></Project>
            """, Cancelled);
}
