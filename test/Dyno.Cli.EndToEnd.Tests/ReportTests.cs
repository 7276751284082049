using System.Xml.Linq;

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary><c>-f</c> of <c>dyno run</c> and <c>dyno report</c>.</summary>
public sealed class ReportTests : EndToEndTest
{
    [Fact]
    public async Task A_run_writes_every_report_it_is_asked_for_and_still_prints_the_console_report()
    {
        var run = await DynoAsync("run", Url, "-i", "50", "-c", "2", "-f", "html=out/page.html", "-f", "junit=junit.xml", "-f", "csv=run.csv", "--full");

        run.ExitCode.ShouldBe(ExitCode.Success, run.ToString());
        run.Out.ShouldContain("\nGenerator  ");
        run.Error.ShouldContain("report: out/page.html");
        Read("out/page.html").ShouldStartWith("<!doctype html>");
        XDocument.Parse(Read("junit.xml")).Root!.Name.LocalName.ShouldBe("testsuites");
        Read("run.csv").Split('\n')[1].ShouldContain(",all,50,0,");
    }

    [Fact]
    public async Task Html_goes_beside_the_result_when_no_file_is_named()
    {
        var run = await DynoAsync("run", Url, "-i", "20", "-c", "1", "-f", "html", "--result", "orders.json", "--no-store");
        var report = await DynoAsync("report", "orders.json", "-f", "html");

        run.ExitCode.ShouldBe(ExitCode.Success, run.ToString());
        run.Out.ShouldContain("Latency");
        report.Out.ShouldBe("orders.html\n");
        Read("orders.html").ShouldContain("</html>");
    }

    [Fact]
    public async Task Html_of_a_stored_run_goes_into_the_store_and_does_not_count_as_a_run()
    {
        await DynoAsync("run", Url, "-i", "20", "-c", "1", "-q");
        var report = await DynoAsync("report", "last", "-f", "html");
        var history = await DynoAsync("history");

        report.Out.ShouldMatch(@"^\.dyno/runs/.+\.html\n$");
        history.ExitCode.ShouldBe(ExitCode.Success, history.ToString());
        File.Exists(Path.Combine(Workspace.Folder, report.Out.Trim())).ShouldBeTrue();
    }

    [Fact]
    public async Task Any_format_can_be_printed()
    {
        await DynoAsync("run", Url, "-i", "20", "-c", "1", "-q");

        (await DynoAsync("report", "last", "-f", "md")).Out.ShouldStartWith("# ");
        (await DynoAsync("report", "last", "-f", "md", "--layout", "steps")).Out.ShouldContain("|step|ok stats|");
        (await DynoAsync("report", "last", "-f", "csv", "--layout", "series")).Out.ShouldStartWith("run,second,");
        (await DynoAsync("report", "last", "-f", "html=-")).Out.ShouldStartWith("<!doctype html>");
        (await DynoAsync("report", "last", "-f", "prometheus")).Out.ShouldContain("dyno_requests_per_second{");
        (await DynoAsync("report", "last", "-f", "k6-summary")).Out.ShouldContain("\"http_reqs\"");
    }

    [Fact]
    public async Task Several_runs_are_reported_as_one()
    {
        foreach (var name in (string[])["a", "b", "c"]) await DynoAsync("run", Url, "-i", "20", "-c", "1", "-q", "--no-store", "--result", $"runs/{name}.json");

        var merged = await DynoAsync("report", "runs/a.json", "runs/b.json", "runs/c.json", "-f", "csv", "-f", "html");
        var twice = await DynoAsync("report", "runs/a.json", "runs/a.json");

        merged.ExitCode.ShouldBe(ExitCode.Success, merged.ToString());
        merged.Out.Split('\n')[1].ShouldContain(",all,60,0,");
        Read(merged.Error.Trim()).ShouldContain("3 runs merged from");
        twice.ExitCode.ShouldBe(ExitCode.WrongInput);
        twice.Error.ShouldContain("is named twice");
    }

    [Theory]
    [InlineData("--format: json and md cannot both be printed; name a file: -f md=FILE", "-f", "json", "-f", "md")]
    [InlineData("--format: 'htlm' is unknown; did you mean html?", "-f", "htlm=x.html")]
    [InlineData("--format: a file is missing after 'md='; write md=FILE", "-f", "md=")]
    [InlineData("--format: x is named twice; name a file for each report", "-f", "md=x", "-f", "csv=x")]
    public async Task What_cannot_be_meant_is_refused_before_the_load(string problem, params string[] options)
    {
        var run = await DynoAsync(["run", Url, .. options]);

        run.ExitCode.ShouldBe(ExitCode.WrongInput);
        run.Error.ShouldContain(problem);
    }

    [Fact]
    public async Task A_report_that_cannot_be_written_is_told_before_the_load()
    {
        Directory.CreateDirectory(Path.Combine(Workspace.Folder, "folder"));
        var run = await DynoAsync("run", Url, "-f", "html=folder");

        run.ExitCode.ShouldBe(ExitCode.WrongInput);
        run.Error.ShouldContain("--format: folder is a folder");
    }

    private string Read(string file) => File.ReadAllText(Path.Combine(Workspace.Folder, file));
}
