namespace Dyno.Cli.EndToEnd.Tests;

public sealed class BadInputTests : EndToEndTest
{
    [Theory]
    [InlineData("load.docx", "load.docx")]
    [InlineData("load.docx", "use a URL or one of these: .http, .rest")]
    [InlineData("load.docx", "dyno run also takes .js, .ts, .mjs, .cjs, .mts, .tar (k6 script), .cs, .csproj, .dll, a project's folder (load in C#)")]
    [InlineData("empty.websurge", "empty.websurge")]
    [InlineData("missing.websurge", "missing.websurge")]
    [InlineData("http://no-such-host.invalid/", "no-such-host.invalid")]
    [InlineData("ftp://localhost/", "ftp")]
    public async Task Exits_with_104_and_names_the_input(string target, string named)
    {
        await File.WriteAllTextAsync(Workspace["load.docx"], "PK", Cancelled);
        await File.WriteAllTextAsync(Workspace["empty.websurge"], "", Cancelled);
        var outcome = await DynoAsync("run", target, "-d", "1s", "-c", "1");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(named);
        outcome.Error.ShouldNotContain("   at ");
        outcome.Out.ShouldBeEmpty();
        Workspace.StoredRuns.ShouldBeEmpty();
    }

    [Fact]
    public async Task Names_the_file_that_was_probably_meant()
    {
        await File.WriteAllTextAsync(Workspace["shop.websurge"], "GET http://localhost/ HTTP/1.1", Cancelled);
        var outcome = await DynoProcess.RunAsync(Workspace, "run", "./shop.websurg", "-d", "1s");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("there is no file \"./shop.websurg\"");
        outcome.Error.ShouldContain("did you mean \"shop.websurge\"?");
    }

    [Theory, Trait("Guest", "k6")]
    [InlineData("laod.js", "dyno: there is no script laod.js; did you mean load.js?")]
    [InlineData("gone/load.js", "dyno: there is no script gone/load.js")]
    public async Task Names_the_script_that_was_probably_meant(string script, string named)
    {
        await File.WriteAllTextAsync(Workspace["load.js"], "export default function () {}", Cancelled);
        var outcome = await DynoAsync("run", script);
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(named);
    }

    [Theory]
    [InlineData("http_req_duration{name:GET /helo}: p(95)<1", "did you mean name:GET /hello?")]
    [InlineData("iterations{scenario:defalt}: count>1", "did you mean scenario:default?")]
    [InlineData("http_reqs{status:20}: count>1", "write one of these: 0, 200")]
    public async Task Refuses_a_threshold_on_what_no_request_is(string threshold, string hint)
    {
        var outcome = await DynoAsync("run", Url, "-i", "1", "--threshold", threshold);
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(hint);
        Server.Seen.ShouldBeEmpty();
    }

    /// <summary>Nothing is said about the time to connect: the load must not stand still for all of its ten seconds.</summary>
    [Fact]
    public async Task Says_after_a_short_while_that_a_silent_port_may_not_speak_tls()
    {
        using var silent = Dyno.Testing.ScriptedServer.Start(Dyno.Testing.ServerAction.Hang);
        string[] drivers = OperatingSystem.IsLinux() ? ["linux", "portable", "httpclient"] : ["portable", "httpclient"];
        var outcomes = await Task.WhenAll(drivers.Select(driver => DynoAsync(
            "run", $"https://127.0.0.1:{silent.Port}/", "-i", "1", "-c", "1", "--driver", driver, "-q", "--no-store")));
        foreach (var outcome in outcomes)
        {
            var report = string.Join(' ', outcome.Out.Split((char[])[' ', '\n'], StringSplitOptions.RemoveEmptyEntries)); // its lines are wrapped
            report.ShouldContain("no TLS handshake within 3 s", customMessage: outcome.ToString());
            report.ShouldContain("write http://");
        }
    }

    [Fact]
    public async Task Finds_out_before_the_load_that_a_result_cannot_be_written()
    {
        Directory.CreateDirectory(Workspace["folder"]);
        var outcome = await DynoAsync("run", Url, "-d", "1s", "--result", "folder", "--summary-export", "load/");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("--result: folder is a folder");
        Server.Seen.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("--result")]
    [InlineData("--summary-export")]
    public async Task Prints_the_report_when_the_disk_is_full(string option)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "/dev/full is Linux's");
        var outcome = await DynoAsync("run", Url, "-i", "10", "-c", "1", option, "/dev/full", "-q");
        outcome.ExitCode.ShouldBe(1, outcome.ToString());
        outcome.Out.ShouldContain("Statuses   200 × 10");
        outcome.Error.ShouldContain("/dev/full: cannot be written");
        Workspace.StoredRuns.Length.ShouldBe(1);
    }

    [Fact]
    public async Task Prints_the_report_when_the_store_cannot_be_written()
    {
        await File.WriteAllTextAsync(Workspace[".dyno"], "in the way", Cancelled);
        var outcome = await DynoAsync("run", Url, "-i", "10", "-c", "1", "-q");
        outcome.ExitCode.ShouldBe(1, outcome.ToString());
        outcome.Out.ShouldContain("Statuses   200 × 10");
        outcome.Error.ShouldContain("cannot be written");
    }

    [Fact]
    public async Task Prints_the_report_when_the_disk_is_really_full_and_leaves_no_half_file()
    {
        using var disk = SmallDisk.TryMount(Workspace[".dyno"], "8k"); // the store's folder
        Assert.SkipWhen(disk is null, SmallDisk.WhyNot);
        var outcome = await DynoAsync("run", Url, "-i", "10", "-c", "1", "--result", ".dyno/result.json", "--summary-export", "summary.json", "-q");
        outcome.ExitCode.ShouldBe(1, outcome.ToString());
        outcome.Out.ShouldContain("Statuses   200 × 10");
        outcome.Error.ShouldContain(".dyno/result.json: cannot be written: No space left on device");
        outcome.Error.Split("No space left on device").Length.ShouldBe(3, "the result and the run store: " + outcome);
        outcome.Error.ShouldContain("free some space");
        Directory.GetFiles(Workspace[".dyno"], "*", new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0 })
            .Select(Path.GetFileName).ShouldBe([".gitignore"], "a few bytes had room");
        File.Exists(Workspace["summary.json"]).ShouldBeTrue("what lies on another disk is written");
    }
}
