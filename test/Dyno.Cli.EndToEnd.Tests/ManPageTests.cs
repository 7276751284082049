namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The manual pages, which packages install and which are made from the help.</summary>
public sealed class ManPageTests : EndToEndTest
{
    private static readonly IReadOnlyList<(string Name, string Text)> Pages = ManCommand.PagesOf(Terminal.OfThisProcess());

    [Fact, Trait("Guest", "k6")]
    public async Task The_hidden_command_writes_a_page_for_every_command_that_help_shows()
    {
        var outcome = await DynoAsync("man", "share/man1");

        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        var files = Directory.GetFiles(Workspace["share/man1"]).Select(Path.GetFileName).ToList();
        files.ShouldContain("dyno.1");
        files.ShouldContain("dyno-ci-init.1");
        files.ShouldContain("dyno-run-script.1");
        files.ShouldNotContain("dyno-man.1", "hidden commands have none");
        (await DynoAsync("--help")).Out.ShouldNotContain(" man ");
        Approval.Verify(Pages.Single(page => page.Name == "dyno-init").Text.Replace($"dyno {VersionLine.Number.Replace("-", "\\-", StringComparison.Ordinal)}", "dyno VERSION", StringComparison.Ordinal), "man-init");
    }

    [Fact]
    public async Task A_file_in_the_place_of_the_folder_is_an_error_with_a_remedy()
    {
        await File.WriteAllTextAsync(Workspace["page"], "", Cancelled);

        var outcome = await DynoAsync("man", "page");

        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain("page is a file  -> name a folder: dyno man share/man/man1");
    }

    [Fact]
    public void Every_option_of_every_command_is_on_its_page()
    {
        var missing = new List<string>();
        foreach (var command in Below(CommandLine.Create(Terminal.OfThisProcess(), []).Root).Where(command => command is IDocumentedCommand))
        {
            var page = Pages.Single(page => page.Name == ManPage.NameOf(command)).Text.Replace("\\-", "-", StringComparison.Ordinal);
            missing.AddRange(((IDocumentedCommand)command).Groups.SelectMany(group => group.Options)
                .Where(option => !option.Hidden && !page.Contains(option.Name, StringComparison.Ordinal)).Select(option => $"{ManPage.NameOf(command)}: {option.Name}"));
        }
        missing.ShouldBeEmpty();
        Pages.Count.ShouldBeGreaterThan(30);
    }

    /// <summary>As lintian judges the pages of a package.</summary>
    [Fact]
    public async Task Groff_has_nothing_to_warn_about()
    {
        Assert.SkipUnless(File.Exists("/usr/bin/man") && File.Exists("/usr/bin/groff"), "man and groff are not installed");
        foreach (var (name, text) in Pages) await File.WriteAllTextAsync(Workspace[name + ".1"], text, Cancelled);
        var start = new ProcessStartInfo("man", ["--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", .. Pages.Select(page => Workspace[page.Name + ".1"])])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        start.Environment["MANROFFSEQ"] = "";
        start.Environment["MANWIDTH"] = "80";
        using var man = Process.Start(start)!;
        var formatted = man.StandardOutput.ReadToEndAsync(Cancelled);
        var warnings = await man.StandardError.ReadToEndAsync(Cancelled);
        await man.WaitForExitAsync(Cancelled);

        warnings.ShouldBeEmpty();
        (await formatted).Length.ShouldBeGreaterThan(10_000);
    }

    private static IEnumerable<Command> Below(Command command) => command.Subcommands.Where(sub => !sub.Hidden).SelectMany(Below).Prepend(command);
}
