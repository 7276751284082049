namespace Dyno.Cli.EndToEnd.Tests;

public sealed class CommandLineTests : IDisposable
{
    private readonly Workspace _workspace = new();

    public void Dispose() => _workspace.Dispose();

    [Fact]
    public async Task Prints_its_version()
    {
        var outcome = await DynoProcess.RunAsync(_workspace, "--version");
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldMatch(@"^dyno \d+\.\d+\.\d+( \([0-9a-f]{10}\))?\n$");
        outcome.Error.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("help", "--help", Traits = ["Guest", "k6"])]
    [InlineData("help", "help", Traits = ["Guest", "k6"])]
    [InlineData("help-run-script", "help", "run", "script.js", Traits = ["Guest", "k6"])]
    [InlineData("help-run", "run", "--help")]
    [InlineData("help-run-script", "run", "script.js", "--help", Traits = ["Guest", "k6"])]
    [InlineData("help-run-program", "run", "load.cs", "--help")]
    [InlineData("help-soak", "soak", "--help")]
    [InlineData("help-inspect", "inspect", "--help")]
    [InlineData("help-compare", "compare", "--help")]
    [InlineData("help-convert", "convert", "--help")]
    [InlineData("help-init", "init", "--help")]
    [InlineData("help-report", "report", "-h")]
    [InlineData("help-history", "history", "--help")]
    [InlineData("help-history-push", "history", "push", "--help")]
    [InlineData("help-trend", "trend", "--help")]
    [InlineData("help-bisect", "bisect", "--help")]
    [InlineData("help-why", "why", "--help")]
    [InlineData("help-ci", "ci", "--help")]
    [InlineData("help-ci-init", "ci", "init", "--help")]
    [InlineData("help-ci-comment", "ci", "comment", "--help")]
    [InlineData("help-show", "show", "--help")]
    [InlineData("help-tag", "tag", "--help")]
    [InlineData("help-prune", "prune", "--help")]
    [InlineData("help-agent", "agent", "--help")]
    [InlineData("help-tune", "tune", "--help")]
    [InlineData("help-fleet", "fleet", "--help")]
    [InlineData("help-fleet-try", "fleet", "try", "--help")]
    [InlineData("help-study", "study", "--help")]
    [InlineData("help-study-run", "study", "run", "--help")]
    [InlineData("help-doctor", "doctor", "--help")]
    [InlineData("help-mcp", "mcp", "--help")]
    [InlineData("help-completion", "completion", "--help")]
    public async Task Has_a_help_page_with_examples_for_every_command(string approved, params string[] args)
    {
        var outcome = await DynoCommand.RunAsync(_workspace, args);
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        outcome.Out.ShouldContain("Examples:");
        Approval.Verify(outcome.Out, approved);
    }

    [Fact]
    public void Makes_a_command_that_is_named_alone()
    {
        var all = CommandLine.Create(Terminal.OfThisProcess(), []).Root.Subcommands.Select(command => command.Name).ToList();
        all.Count.ShouldBeGreaterThan(18);
        foreach (var name in all)
            CommandLine.Create(Terminal.OfThisProcess(), [name]).Root.Subcommands.Select(command => command.Name).ShouldBe([name]);
    }

    [Fact]
    [Trait("Guest", "k6")]
    public void Every_command_stands_under_one_heading_of_the_help()
    {
        var root = CommandLine.Create(Terminal.OfThisProcess(), []).Root;

        HelpPage.CommandGroupsOf(root).SelectMany(group => group.Names)
            .ShouldBe(root.Subcommands.Where(sub => !sub.Hidden).Select(sub => sub.Name), ignoreOrder: true);
    }

    [Fact]
    public async Task Keeps_the_help_of_every_command_within_80_columns()
    {
        _workspace.Environment["COLUMNS"] = "80";
        var commands = CommandsOf(CommandLine.Create(Terminal.OfThisProcess(), []).Root, []).ToList();
        commands.Count.ShouldBeGreaterThan(18);
        var tooLong = new List<string>();
        foreach (var command in (string[][])[.. commands, ["run", "script.js"], ["inspect", "script.js"]])
        {
            var outcome = await DynoCommand.RunAsync(_workspace, [.. command, "--help"]);
            outcome.ExitCode.ShouldBe(0, outcome.ToString());
            tooLong.AddRange(outcome.Out.Split('\n').Where(line => line.Length > 80).Select(line => $"{string.Join(' ', command)}: {line}"));
        }
        tooLong.ShouldBeEmpty();

        static IEnumerable<string[]> CommandsOf(Command command, string[] path) =>
            command.Subcommands.SelectMany(sub => CommandsOf(sub, [.. path, sub.Name])).Prepend(path);
    }

    [Theory]
    [InlineData("runn", "unknown command 'runn': did you mean run?")]
    [InlineData("http://localhost/", "unknown command 'http://localhost/': did you mean dyno run http://localhost/?")]
    [InlineData("", "a command is missing")]
    [InlineData("run", "TARGET is missing: write a URL, or a file such as Api.http, load.js or load.cs")]
    [InlineData("-v", "unknown option -v: did you mean --version?")]
    [InlineData("run http://localhost/ --treshold x", "unknown option --treshold: did you mean --threshold?")]
    [InlineData("run --treshold x http://localhost/", "unknown option --treshold: did you mean --threshold?")]
    [InlineData("run http://localhost/ --nonsense", "unknown option --nonsense")]
    [InlineData("run http://localhost/ -n 5", "unknown option -n: write -i N (--iterations): a number of requests instead of a duration")]
    [InlineData("run http://localhost/ -z 5s", "unknown option -z: write -d TIME (--duration)")]
    [InlineData("run http://localhost/ -m POST", "unknown option -m: write -X METHOD (--method)")]
    [InlineData("run http://localhost/ --vus 5", "unknown option --vus: write -c N (--connections): each is a virtual user")]
    [InlineData("run http://localhost/ --qps 5", "unknown option --qps: write --rate N/s (docs/coming-from-wrk.md")]
    [InlineData("run http://localhost/ --latency", "unknown option --latency: leave it out")]
    [InlineData("run -q 100 http://localhost/", "-q 100: -q is --quiet here; write --rate 100/s")]
    [InlineData("run http://localhost/ --threshold errors=0", "'errors=0' is not a threshold: write errors == 0")]
    [InlineData("run http://localhost/ extra", "unexpected argument 'extra'")]
    [InlineData("run http://localhost/ --rate", "--rate needs a value: --rate RATE")]
    [InlineData("run http://localhost/ -c many", "--connections: 'many' is not a whole number")]
    [InlineData("run http://localhost/ -d 1s -d 2s", "--duration was given more than once")]
    [InlineData("run http://localhost/ --driver linus", "did you mean linux?")]
    [InlineData("run http://localhost/ --fail-on viod", "did you mean void?")]
    [InlineData("run http://localhost/ --framework net9.0", "--framework needs a program to start: add --subject PATH")]
    [InlineData("run http://localhost/ --http2 --http3", "--http2 and --http3 contradict each other: write one of them")]
    [InlineData("inspect http://localhost/ --http3 --http2", "--http2 and --http3 contradict each other: write one of them")]
    [InlineData("run http://localhost/ --fail-on growth", "only dyno soak watches what grows")]
    [InlineData("soak http://localhost/ --horizon never", "'never' is not a time above zero")]
    [InlineData("soak http://localhost/ --collect-every 1ms", "write 30s or 5m, or off for no collections")]
    [InlineData("soak /x --subject . --instances 2", "leave it out, and soak one instance with its share of the rate")]
    [InlineData("soak", "TARGET is missing")]
    [InlineData("completion bsh", "did you mean bash?")]
    [InlineData("report", "RESULT is missing")]
    [InlineData("report last", "no run is stored here")]
    [InlineData("report missing.json", "missing.json: cannot be read")]
    public async Task Says_what_is_wrong_and_what_to_type_instead(string arguments, string message)
    {
        var outcome = await DynoCommand.RunAsync(_workspace, arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries));
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.ShouldContain(message);
        outcome.Error.ShouldNotContain("   at ");
        outcome.Out.ShouldBeEmpty();
    }

    [Fact]
    public async Task Reports_everything_that_is_wrong_at_once()
    {
        var outcome = await DynoCommand.RunAsync(_workspace,
            "run", "http://localhost/", "-c", "0", "-d", "5x", "--rate", "abc", "--subject", ".", "--subject-env", "=x");
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        foreach (var option in (string[])["--connections", "--duration", "--rate", "--subject-env"])
            outcome.Error.ShouldContain($"dyno: {option}: ");
    }

    /// <summary>What the parser, the readers of options, of the target and of files find out stands together.</summary>
    [Theory]
    [InlineData("run http://127.0.0.1:1/ --rate 1000000000 -d 1x -c -3 --threshold p99_<<_3 --check statuz_==_3 --driver foo",
        "--rate", "--duration", "--connections", "--threshold", "--check", "--driver")]
    [InlineData("run missing.http -c many -d 1s -d 2s --timeout 1x extra", "--connections", "--duration", "--timeout", "missing.http", "unexpected")]
    [InlineData("run --treshold p99<3 http://localhost/ --rate abc --wait nervously --warmup 1x", "unknown", "--rate", "--wait", "--warmup")]
    [InlineData("run -c 0 --tls-min 1.1 --framework net9.0", "TARGET", "--connections", "--tls-min", "--framework")]
    [InlineData("run /hello --subject . --subject . --ready x --ready-timeout y --observe z --out a=b --result . --rate abc",
        "--subject", "--ready", "--ready-timeout", "--observe", "--out", "--result", "--rate")]
    [InlineData("run http://localhost/ --result . --out a=b --rate abc -q", "--result", "--out", "--rate")]
    [InlineData("inspect http://localhost/ -c 0 --arrivals often --rate 1/s --check x", "--connections", "--arrivals", "--check")]
    [InlineData("run script.js --vu-layout wide -d 5x --rps many --subject . --subject-env =x --health-limit nonsense=1 --env =x --result . --log-output nowhere",
        "--vu-layout", "script.js", "--rps", "--subject-env", "--health-limit", "--env", "--result", "--log-output", Traits = ["Guest", "k6"])]
    [InlineData("run script.js --rps many --tag a --health-limit nonsense=1 --summary-export . --out otlp=x --log-output loki",
        "--rps", "--tag", "--health-limit", "--summary-export", "--out", "--log-output", Traits = ["Guest", "k6"])]
    [InlineData("run script.js --rps many --result . -d 5x", "--rps", "--result", "script.js", Traits = ["Guest", "k6"])]
    [InlineData("run missing.js --bogus --rps many", "unknown", "--rps", "missing.js", Traits = ["Guest", "k6"])]
    [InlineData("run script.js --vu-layout wide --framework net9.0 --stage 5", "--vu-layout", "--framework", "--stage", Traits = ["Guest", "k6"])]
    [InlineData("inspect script.js --type zip -u many --stage 10s", "--type", "--vus", "--stage", Traits = ["Guest", "k6"])]
    public async Task Reports_what_parser_and_readers_find_together_and_each_thing_once(string arguments, params string[] about)
    {
        await File.WriteAllTextAsync(_workspace["script.js"], "export default function () {}", TestContext.Current.CancellationToken);
        var words = arguments.Split(' ').Select(word => word.Replace('_', ' '));
        var outcome = await DynoCommand.RunAsync(_workspace, [.. words]);
        outcome.ExitCode.ShouldBe(104, outcome.ToString());
        outcome.Error.Split('\n').Where(line => line.StartsWith("dyno: ", StringComparison.Ordinal)).Select(line => line.Split(' ', ':')[2])
            .Order().ShouldBe(about.Order(), outcome.ToString());
        outcome.Out.ShouldBeEmpty();
    }

    [Theory]
    [InlineData("bash")]
    [InlineData("zsh")]
    [InlineData("fish")]
    [InlineData("pwsh")]
    public async Task Prints_a_completion_script(string shell)
    {
        var outcome = await DynoCommand.RunAsync(_workspace, "completion", shell);
        outcome.ExitCode.ShouldBe(0, outcome.ToString());
        Approval.Verify(outcome.Out, $"completion-{shell}");
    }

    [Theory]
    [InlineData("dyno rep", "report")]
    [InlineData("dyno run --thr", "--threads,--threshold")]
    [InlineData("dyno run --driver ", "auto,httpclient,linux,portable")]
    [InlineData("dyno report last -f ", "console,csv,hlog,html,json,junit,k6-summary,md,prometheus")]
    [InlineData("dyno completion z", "zsh")]
    public async Task Completes_commands_options_and_values(string line, string suggestions)
    {
        var outcome = await DynoCommand.RunAsync(_workspace, $"[suggest:{line.Length}]", line);
        outcome.Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).ShouldBe(suggestions.Split(','), ignoreOrder: true);
    }
}
