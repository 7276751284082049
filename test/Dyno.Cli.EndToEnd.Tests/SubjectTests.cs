namespace Dyno.Cli.EndToEnd.Tests;

[Trait("Length", "Long")]
public sealed class SubjectTests : IDisposable
{
    private static readonly string Study = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput");

    private readonly Workspace _workspace = new();

    public void Dispose() => _workspace.Dispose();

    [Fact]
    public async Task Runs_a_program_that_is_built_already()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/python3"), "the program is one of Python's");
        var program = _workspace["serve.sh"];
        await File.WriteAllTextAsync(program, "#!/bin/sh\nexec /usr/bin/python3 -m http.server --bind 127.0.0.1 \"${ASPNETCORE_URLS##*:}\"\n", TestContext.Current.CancellationToken);
        if (!OperatingSystem.IsWindows()) File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);

        var outcome = await DynoCommand.RunAsync(_workspace, "run", "/", "--subject", "serve.sh", "-c", "1", "-i", "5", "--full", "-f", "junit=junit.xml");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("Statuses   200 × 5");
        outcome.Out.ShouldContain("serve.sh, ready after ");
        // A CI server recognises a test by its class name, so the random port of the program must not be a part of it.
        (await File.ReadAllTextAsync(_workspace["junit.xml"], TestContext.Current.CancellationToken)).ShouldContain("classname=\"dyno./ on serve.sh.measurement\"");
    }

    [Fact]
    public async Task Runs_a_session_on_a_program_that_it_publishes_starts_and_stops()
    {
        var outcome = await DynoCommand.RunAsync(_workspace, "run", Path.Combine(Study, "hello.websurge"),
            "--subject", Path.Combine(Study, "Hello"), "--framework", "net10.0", "-c", "2", "-d", "3s", "--warmup", "1s", // the runtime counts once a second
            "--ready", "/hello", "--subject-env", "API_TOKEN=planted", "--result", "result.json", "--full");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("(net10.0), ready after ");
        outcome.Out.ShouldContain("Server     ");
        outcome.Out.ShouldContain(" of CPU per request; memory ");
        outcome.Error.ShouldContain("publishing Hello");
        var result = RunResultJson.ReadFile(_workspace["result.json"]);
        result.Server.ShouldNotBeNull().PeakWorkingSetBytes.ShouldBeGreaterThan(0);
        result.Server.Runtime.ShouldNotBeNull("the runtime answers without the libraries of Windows that its reader comes with");
        result.Subject!.ExitCode.ShouldBeNull();
        result.Subject.Environment["API_TOKEN"].ShouldBe("***");
        result.Measured.Steps.Length.ShouldBe(4);
        IsRunning(result.Server.ProcessId).ShouldBeFalse();
    }

    [Fact]
    public async Task Exits_with_111_and_shows_the_last_output_when_the_program_does_not_build()
    {
        await WriteProjectAsync("this is not C#");
        var outcome = await DynoCommand.RunAsync(_workspace, "run", "/hello", "--subject", ".", "-d", "1s");
        outcome.ExitCode.ShouldBe(111, outcome.ToString());
        outcome.Error.ShouldContain("error CS");
        outcome.Error.ShouldNotContain("   at Dyno");
        outcome.Out.ShouldBeEmpty();
    }

    [Fact]
    public async Task Exits_with_111_and_names_the_exit_code_when_the_program_ends_at_its_start()
    {
        await WriteProjectAsync("System.Console.WriteLine(\"no such port\"); return 7;");
        var outcome = await DynoCommand.RunAsync(_workspace, "run", "/hello", "--subject", ".", "-d", "1s");
        outcome.ExitCode.ShouldBe(111, outcome.ToString());
        outcome.Error.ShouldContain("7");
        outcome.Error.ShouldContain("  | no such port");
    }

    [Fact]
    public async Task Exits_with_111_and_reports_what_there_is_when_the_program_ends_during_the_run()
    {
        await WriteProjectAsync("""
            using Microsoft.AspNetCore.Builder;
            using Microsoft.Extensions.Logging;
            var builder = WebApplication.CreateBuilder(args);
            builder.Logging.ClearProviders();
            var app = builder.Build();
            var asked = 0;
            app.MapGet("/hello", () =>
            {
                if (System.Threading.Interlocked.Increment(ref asked) == 500) { System.Console.WriteLine("out of luck"); System.Environment.Exit(7); }
                return "hello";
            });
            app.Run();
            """);
        var outcome = await DynoCommand.RunAsync(_workspace, "run", "/hello", "--subject", ".", "-c", "2", "-d", "10m", "--ready", "/hello", "--result", "result.json");
        outcome.ExitCode.ShouldBe(111, outcome.ToString());
        outcome.Out.ShouldContain("ended by itself with exit code 7");
        outcome.Out.ShouldContain("Statuses   200 × ");
        outcome.Error.ShouldNotContain("   at Dyno");
        var result = RunResultJson.ReadFile(_workspace["result.json"]);
        result.Outcome.ShouldBe(RunOutcome.Failed);
        result.Subject.ShouldNotBeNull().ExitCode.ShouldBe(7);
        result.Subject.LastOutput.ShouldContain("out of luck");
        _workspace.StoredRuns.Length.ShouldBe(1);
    }

    [Fact]
    public async Task Leaves_program_and_generator_on_all_cpus_when_told_to()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.ProcessorCount > 1, "with one CPU nothing is pinned anyway");
        await WriteProjectAsync("""
            using Microsoft.AspNetCore.Builder;
            using Microsoft.Extensions.Logging;
            foreach (var line in System.IO.File.ReadLines("/proc/self/status"))
                if (line.StartsWith("Cpus_allowed_list:")) System.Console.WriteLine("mine: " + line.Split('\t')[1]);
            var builder = WebApplication.CreateBuilder(args);
            builder.Logging.ClearProviders();
            builder.Build().Run();
            """);
        string[] run = ["run", "/hello", "--subject", ".", "-c", "1", "-i", "10", "--no-store", "--result", "result.json"];
        var allowed = File.ReadLines("/proc/self/status").Single(line => line.StartsWith("Cpus_allowed_list:", StringComparison.Ordinal)).Split('\t')[1];

        var free = await DynoCommand.RunAsync(_workspace, [.. run, "--no-pin", "--full"]);
        free.ExitCode.ShouldBe(0, free.ToString());
        free.Out.ShouldContain(", not pinned");
        var result = RunResultJson.ReadFile(_workspace["result.json"]);
        result.Subject.ShouldNotBeNull().CpuSet.ShouldBeNull();
        result.Generator.CpuSet.ShouldBeNull();
        result.Subject.LastOutput.ShouldContain($"mine: {allowed}");

        var pinned = await DynoCommand.RunAsync(_workspace, run);
        pinned.ExitCode.ShouldBe(0, pinned.ToString());
        result = RunResultJson.ReadFile(_workspace["result.json"]);
        result.Subject.ShouldNotBeNull().LastOutput.ShouldContain($"mine: {result.Subject.CpuSet}");
        result.Subject.CpuSet.ShouldNotBe(allowed);
        result.Generator.CpuSet.ShouldNotBeNull().ShouldNotBe(result.Subject.CpuSet);
    }

    [Fact]
    public async Task Exits_with_111_and_names_the_programs_own_port_when_that_is_in_use()
    {
        using var holder = new TcpListener(IPAddress.Loopback, 0);
        holder.Start();
        var own = $"127.0.0.1:{((IPEndPoint)holder.LocalEndpoint).Port}";
        await WriteProjectAsync("Microsoft.AspNetCore.Builder.WebApplication.CreateBuilder(args).Build().Run();");
        var outcome = await DynoCommand.RunAsync(_workspace, "run", "/hello", "--subject", ".", "--subject-args", $"--urls http://{own}", "-d", "1s");
        outcome.ExitCode.ShouldBe(111, outcome.ToString());
        outcome.Error.ShouldContain($"dyno: App tries to listen on {own}, which is in use");
        outcome.Error.ShouldContain($"Failed to bind to address http://{own}: address already in use");
        outcome.Error.ShouldContain("remove the port from its code, arguments or settings, or write {url}");
        outcome.Error.Split("starting App at").Length.ShouldBe(2, "it is started once: " + outcome);
        outcome.Out.ShouldBeEmpty();
    }

    [Fact]
    public async Task Exits_with_104_when_there_is_no_project()
    {
        var outcome = await DynoCommand.RunAsync(_workspace, "run", "/hello", "--subject", "nowhere", "-d", "1s");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("nowhere");
    }

    [Fact]
    public async Task Exits_with_105_and_leaves_nothing_running_when_interrupted_while_the_program_comes_up()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals are sent with kill");
        await WriteProjectAsync("System.Console.WriteLine(System.Environment.ProcessId); System.Threading.Thread.Sleep(-1);");
        using var dyno = DynoProcess.Start(_workspace, "run", "/hello", "--subject", ".", "-d", "1s");
        await dyno.WaitForAsync("waiting until");
        dyno.Signal("INT");
        var outcome = await dyno.EndAsync();
        outcome.ExitCode.ShouldBe(105, outcome.ToString());
        outcome.Error.ShouldContain("interrupted before anything was measured");
    }

    [Theory]
    [InlineData("App.csproj")]
    [InlineData(".")]
    public async Task A_web_project_is_no_load_and_the_message_says_what_to_type(string target)
    {
        await WriteProjectAsync("return 0;");
        var outcome = await DynoProcess.RunAsync(_workspace, "run", target); // it shows the name as it was typed
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("is a web project: it is loaded, and has no load of its own");
        outcome.Error.ShouldContain($"dyno run /PATH --subject {target}");
    }

    [Fact]
    public async Task Prune_counts_the_publishes_of_programs_and_removes_them_when_asked()
    {
        Directory.CreateDirectory(_workspace[".dyno/subjects/Api-12345678/output"]);
        await File.WriteAllBytesAsync(_workspace[".dyno/subjects/Api-12345678/output/a.log"], new byte[2_000_000], TestContext.Current.CancellationToken);

        var counted = await DynoCommand.RunAsync(_workspace, "prune", "--keep", "5");
        var shown = await DynoCommand.RunAsync(_workspace, "prune", "--subjects", "--dry-run");
        var removed = await DynoCommand.RunAsync(_workspace, "prune", "--subjects");

        counted.Out.ShouldEndWith($"1 program under test, 2.00 MB in {Path.Combine(".dyno", "subjects")} (--subjects removes them)\n", customMessage: counted.ToString());
        shown.Out.ShouldBe("would remove Api-12345678\n1 program, 2.00 MB would be removed\n");
        removed.Out.ShouldBe("removed Api-12345678\n1 program, 2.00 MB\n");
        Directory.GetDirectories(_workspace[".dyno/subjects"]).ShouldBeEmpty();
    }

    private async Task WriteProjectAsync(string program)
    {
        // Its own folder: what a repository above it sets for its projects must not reach it.
        await File.WriteAllTextAsync(_workspace["Directory.Build.props"], "<Project />", TestContext.Current.CancellationToken);
        await File.WriteAllTextAsync(_workspace["App.csproj"],
            """
            <Project Sdk="Microsoft.NET.Sdk.Web">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup>
            </Project>
            """);
        await File.WriteAllTextAsync(_workspace["Program.cs"], program, TestContext.Current.CancellationToken);
    }

    private static bool IsRunning(int processId) => Directory.Exists($"/proc/{processId}");
}
