using System.Runtime.InteropServices;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>What an experiment can start, and set: revisions, cells of a matrix, CPUs, memory, services.</summary>
[Trait("Length", "Long")]
public sealed class SubjectKindTests : ExperimentTest
{
    private const string Times = "warmup: { minimum: 200ms, maximum: 200ms }\nduration: 1s\n";

    [Fact]
    public async Task Two_revisions_of_a_project_need_no_file()
    {
        var project = Directory.CreateDirectory(Workspace["repository/Api"]).FullName;
        await File.WriteAllTextAsync(Workspace["repository/Directory.Build.props"], "<Project />", Cancelled);
        await File.WriteAllTextAsync(Path.Combine(project, "Api.csproj"),
            "<Project Sdk=\"Microsoft.NET.Sdk.Web\"><PropertyGroup><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>", Cancelled);
        await WriteProgramAsync("one");
        Git("init", "-q", "-b", "main");
        Commit();
        Git("checkout", "-q", "-b", "my-branch");
        await WriteProgramAsync("two and more");
        Commit();
        await WriteProgramAsync("not committed");

        var outcome = await DynoAsync("compare", "--git", "main..my-branch", "--project", "repository/Api", "--load", "/", "--rounds", "1", "-d", "1s",
            "--result", "comparison.json", "-f", "console", "-f", "md=pr.md");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Error.ShouldContain("checking out main");
        Compared.Variants.Select(v => v.Name).ShouldBe(["main", "control", "my-branch"]);
        Compared.AnswerDifferences.Single().What.ShouldBe("different body (12 bytes instead of 3)"); // each revision's own, not the working copy's
        (await File.ReadAllTextAsync(Workspace["pr.md"], Cancelled)).ShouldContain("my-branch");
        GitText("worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries).Length.ShouldBe(1);
        GitText("status", "--short").Trim().ShouldBe("M Api/Program.cs", "what the working copy had before");

        Task WriteProgramAsync(string answer) => File.WriteAllTextAsync(Path.Combine(project, "Program.cs"),
            $"var app = WebApplication.Create(args); app.MapGet(\"/\", () => \"{answer}\"); app.Run();", Cancelled);
    }

    [Fact]
    public async Task Measures_each_cell_of_collectors_and_schemes()
    {
        var outcome = await CompareAsync($$"""
            subject: { project: '{{Moody}}', ready: /healthz, env: { DOTNET_PROCESSOR_COUNT: "2" } }
            variants: { a: {}, small: { memory: 200MiB } }
            matrix: { gc: [workstation, server], scheme: [http, https] }
            load: { url: /runtime, connections: 2 }
            compare: { baseline: a }
            control: false
            {{Times}}
            """, "--rounds", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        string[] cells = ["gc=workstation, scheme=http", "gc=workstation, scheme=https", "gc=server, scheme=http", "gc=server, scheme=https"];
        Compared.Variants.Select(v => v.Cell).Distinct().ShouldBe(cells);
        foreach (var variant in Compared.Variants)
        {
            variant.Trials.ShouldBe(1, outcome.ToString());
            variant.Effective!.ServerGc.ShouldBe(variant.Cell.Contains("server", StringComparison.Ordinal));
            variant.Effective.HeapHardLimitBytes.ShouldBe(variant.Name == "small" ? 200L << 20 : null);
        }
        foreach (var trial in Compared.Trials)
            RunOf(trial).Plan.Scenarios.Single().Steps.Single().Url.ShouldStartWith(trial.Cell.EndsWith("https", StringComparison.Ordinal) ? "https://" : "http://");
        Compared.AnswerDifferences.ShouldBeEmpty();
    }

    [Fact]
    public async Task Gives_a_variant_the_CPUs_it_asks_for()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.ProcessorCount >= 2, "needs two CPUs of Linux");
        var outcome = await CompareAsync($$"""
            subject: { project: '{{Moody}}', ready: /healthz }
            variants: { one: { cpus: 0 }, two: { cpus: 0-1 } }
            load: { url: /, connections: 2 }
            compare: { baseline: one }
            control: false
            {{Times}}
            """, "--rounds", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var (one, two) = (RunOf(Compared.Trials.First(t => t.Variant == "one")), RunOf(Compared.Trials.First(t => t.Variant == "two")));
        (one.Subject!.CpuSet, two.Subject!.CpuSet).ShouldBe(("0", "0-1"));
        one.Server!.AvailableCpus.ShouldBe(1);
        one.Generator.CpuSet.ShouldNotBeNull().ShouldNotStartWith("0"); // it keeps off the server's
    }

    [Fact]
    public async Task Services_are_handed_to_the_subject_reset_before_each_trial_and_named_when_they_do_nothing()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "resets are lines of a shell");
        // As root PostgreSQL runs as another user, who has to get to his folder.
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(Workspace.Folder, File.GetUnixFileMode(Workspace.Folder) | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute);
        var outcome = await CompareAsync($$"""
            services:
              db: { kind: postgres, setup: "create table orders (id int)", reset: "insert into orders values (1)" }
              cache: { kind: redis, variable: Cache, setup: "SET visits 0", reset: "INCR visits" }
              other: { command: "redis-server --port {port} --bind 127.0.0.1 --appendonly no", reset: "echo reset >> resets.txt" }
            subject: { project: '{{Moody}}', ready: /healthz }
            variants: { a: { load: { url: /environment/ConnectionStrings__db } }, b: { load: { url: /environment/Cache } } }
            load: { url: /, connections: 2 }
            compare: { baseline: a }
            control: false
            {{Times.Replace("1s", "4s")}}
            """, "--rounds", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        foreach (var trial in Compared.Trials)
        {
            trial.Outcome.ShouldBe(TrialOutcome.Used, outcome.ToString());
            var run = RunOf(trial);
            run.Services.Select(s => (s.Name, s.Kind)).ShouldBe([("db", "postgres"), ("cache", "redis"), ("other", "command")]);
            run.Services.ShouldAllBe(s => s.Process != null);
            run.Services.Single(s => s.Name == "cache").Commands.ShouldNotBeNull().ShouldBeLessThan(10);
            run.Services.Single(s => s.Name == "db").Commands.ShouldNotBeNull();
            run.Explanations.ShouldContain(e => e.Rule == "idle-service");
        }
        (await File.ReadAllLinesAsync(Workspace["resets.txt"], Cancelled)).Length.ShouldBe(Compared.Trials.Length);
        Compared.AnswerDifferences.ShouldNotBeEmpty(); // the one tells the database, the other the cache
        outcome.Out.ShouldContain("did almost no work: no load arrives");
    }

    [Fact]
    public async Task A_service_whose_program_is_not_installed_says_what_to_install()
    {
        Workspace.Environment["PATH"] = Workspace.Folder;
        Workspace.Environment["DOTNET_ROOT"] = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "../../.."));
        var outcome = await CompareAsync($$"""
            services: { cache: { kind: redis } }
            variants: { a: { url: '{{Url}}' }, b: { url: '{{Url}}' } }
            load: { url: / }
            compare: { baseline: a }
            {{Times}}
            """, "--rounds", "1");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("the service cache needs redis-server or valkey-server, and neither is in PATH");
        outcome.Error.ShouldContain("./build services installs it in this checkout");
        Server.Seen.ShouldBeEmpty();
    }

    [Fact]
    public async Task PostgreSQL_that_cannot_enter_the_temporary_folder_says_what_to_set()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux() && Environment.IsPrivilegedProcess, "only root starts PostgreSQL as another user");
        if (OperatingSystem.IsLinux()) File.SetUnixFileMode(Workspace.Folder, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        var outcome = await CompareAsync($$"""
            services: { db: { kind: postgres } }
            variants: { a: { url: '{{Url}}' }, b: { url: '{{Url}}' } }
            load: { url: / }
            compare: { baseline: a }
            {{Times}}
            """, "--rounds", "1");

        outcome.ExitCode.ShouldNotBe(0, outcome.ToString());
        outcome.Error.ShouldContain("the service db: initdb failed");
        outcome.Error.ShouldContain($"cannot enter {Workspace.Folder}");
        outcome.Error.ShouldContain("set TMPDIR to a folder that everybody may enter");
    }

    [Fact]
    public async Task A_program_that_reads_from_its_database_is_loaded_with_it()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "PostgreSQL runs as another user, who has to get to his folder");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(Workspace.Folder, File.GetUnixFileMode(Workspace.Folder) | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute);
        var study = Path.Combine(RepositoryRoot.Path, "studies", "runtime-throughput");
        var outcome = await CompareAsync($$"""
            services: { db: { kind: postgres, setup: '{{Path.Combine(study, "greeting.sql")}}', reset: "update greeting set message = message || '!'" } }
            subject: { project: '{{Path.Combine(study, "HelloWithRead")}}', framework: net10.0 }
            variants: { read: {}, nothing: { load: { url: /nothing } } }
            load: { url: /hello, connections: 4 }
            compare: { baseline: read, metrics: [p50, server.cpuPerRequest] }
            control: false
            limits: { errors: 100% }
            {{Times.Replace("duration: 1s", "duration: 2s", StringComparison.Ordinal)}}
            """, "--rounds", "1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var (read, nothing) = (RunOf(Compared.Trials.Single(t => t.Variant == "read")), RunOf(Compared.Trials.Single(t => t.Variant == "nothing")));
        // One row read per request. PostgreSQL counts a second late, so not all of them are in what it says right after the load.
        read.Measured.Statuses.Keys.ShouldBe([200], outcome.ToString());
        read.Services.Single().Commands.ShouldNotBeNull().ShouldBeGreaterThan(read.Measured.Totals.Requests / 5);
        read.Services.Single().Process.ShouldNotBeNull();
        read.Explanations.ShouldNotContain(e => e.Rule == "idle-service");
        // The same program on a path that it does not have: nothing of it reaches the database.
        nothing.Measured.Statuses.Keys.ShouldBe([404], outcome.ToString());
        nothing.Services.Single().Commands.ShouldNotBeNull().ShouldBeLessThan(nothing.Measured.Totals.Requests / 5);
        Compared.AnswerDifferences.ShouldContain(d => d.Variant == "nothing");
    }

    private void Commit()
    {
        Git("add", "-A");
        Git("-c", "user.name=test", "-c", "user.email=test@example.org", "commit", "-q", "-m", "state");
    }

    private void Git(params string[] arguments) => GitText(arguments);

    private string GitText(params string[] arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = Workspace["repository"], RedirectStandardOutput = true })!;
        var text = git.StandardOutput.ReadToEnd();
        git.WaitForExit();
        git.ExitCode.ShouldBe(0, string.Join(' ', arguments));
        return text;
    }
}
