using System.CommandLine;
using System.CommandLine.Help;
using Dyno.Cli.Bisecting;
using Dyno.Cli.Ci;
using Dyno.Cli.Comparing;
using Dyno.Cli.Completion;
using Dyno.Cli.Converting;
using Dyno.Cli.Dashboards;
using Dyno.Cli.Doctor;
using Dyno.Cli.Exit;
using Dyno.Cli.Fleets;
using Dyno.Cli.Help;
using Dyno.Cli.History;
using Dyno.Cli.Inspecting;
using Dyno.Cli.Loads;
using Dyno.Cli.Mcp;
using Dyno.Cli.Reports;
using Dyno.Cli.Running;
using Dyno.Cli.Scripts;
using Dyno.Cli.Soaking;
using Dyno.Cli.Studies;
using Dyno.Cli.Trends;
using Dyno.Cli.Tuning;

namespace Dyno.Cli.Parsing;

/// <summary>The whole command line: parses it, and hands it to its command.</summary>
internal sealed class CommandLine
{
    private readonly Terminal _terminal;
    private readonly RootCommand _root;
    private readonly string[] _words;

    private CommandLine(Terminal terminal, RootCommand root, string[] words) => (_terminal, _root, _words) = (terminal, root, words);

    /// <summary>The root of all commands.</summary>
    public RootCommand Root => _root;

    /// <summary>Registers the commands. To add one, add it here.</summary>
    /// <param name="terminal">The terminal to which the commands write.</param>
    /// <param name="args">The words of the command line. Those after <c>--</c> belong to the program under test and are
    /// cut off here, so that no rule of the parser can touch them.</param>
    public static CommandLine Create(Terminal terminal, string[] args)
    {
        if (args is ["help", .. var asked]) args = [.. asked, "--help"];
        var end = Array.IndexOf(args, "--");
        var programArguments = end < 0 ? [] : args[(end + 1)..];
        var kinds = new LoadKinds();
        var words = kinds.SpeltOut(end < 0 ? args : args[..end]);
        var target = kinds.TargetIn(words.Skip(1)); // the target of run and inspect; its kind decides which options they have
        var root = new DynoCommand
        {
            new RunCommand(terminal, kinds.Of(target), programArguments),
            new SoakCommand(terminal, kinds.Of(target), programArguments),
            new InspectCommand(terminal, kinds.Of(target)),
            new ArchiveCommand(terminal),
            new CompareCommand(terminal),
            new TuneCommand(terminal),
            new WhyCommand(terminal),
            new BisectCommand(terminal),
            new InitCommand(terminal),
            new CiCommand(terminal),
            new StudyCommand(terminal),
            new ConvertCommand(terminal),
            new ReportCommand(terminal),
            new HistoryCommand(terminal),
            new TrendCommand(terminal),
            new ShowCommand(terminal),
            new TagCommand(terminal),
            new PruneCommand(terminal),
            new AgentCommand(terminal),
            new FleetCommand(terminal),
            new DoctorCommand(terminal),
            new UiCommand(terminal),
            new McpCommand(terminal),
            new CannedServerCommand(terminal),
            new HostSubjectCommand(terminal),
            new CompletionCommand(terminal),
            new ManCommand(terminal),
        };
        root.Options.OfType<VersionOption>().Single().Description = "Show the version";
        Customize(root.Options.OfType<HelpOption>().Single(), terminal);
        return new CommandLine(terminal, root, words);
    }

    /// <summary>Runs the command and returns the exit code. Every failure becomes a message here.</summary>
    public async Task<int> InvokeAsync()
    {
        var parsed = _root.Parse(_words, new ParserConfiguration { ResponseFileTokenReplacer = null });
        try
        {
            var problems = ParseProblems.Of(parsed);
            return problems.Count > 0
                ? Failure.Report(_terminal, [.. problems, .. ReadersProblems(parsed)], HintFor(parsed.CommandResult.Command))
                : await parsed.InvokeAsync(Invocation());
        }
        catch (Exception exception)
        {
            return Failure.Report(_terminal, exception, isVerbose: _words.Contains("--verbose"));
        }
    }

    /// <summary>The problems of the command line, found without running it; empty when there are none.</summary>
    public IReadOnlyList<string> ProblemsOf()
    {
        var parsed = _root.Parse(_words, new ParserConfiguration { ResponseFileTokenReplacer = null });
        return ParseProblems.Of(parsed) is { Count: > 0 } problems ? problems : [.. ReadersProblems(parsed)];
    }

    private static IEnumerable<string> ReadersProblems(ParseResult parsed) => parsed.CommandResult.Command is IReadingCommand command
        ? command.ProblemsBeside(parsed).Select(problem => problem.ToString())
        : [];

    private static void Customize(HelpOption help, Terminal terminal)
    {
        help.Description = "Show this page";
        help.Aliases.Clear();
        help.Aliases.Add("-h");
        help.Action = new HelpPageAction(terminal);
    }

    // Signals and failures are handled by Dyno itself, not by the parser's defaults.
    private InvocationConfiguration Invocation() => new()
    {
        Output = _terminal.Out,
        Error = _terminal.Error,
        EnableDefaultExceptionHandler = false,
        ProcessTerminationTimeout = null,
    };

    private static string HintFor(Command command) => command switch
    {
        RootCommand => "see: dyno --help",
        RunCommand run => $"see: {run.Kind.HelpCommand("run")}", // the page of its kind of load
        SoakCommand => "see: dyno soak --help",
        InspectCommand inspect => $"see: {inspect.Kind.HelpCommand("inspect")}",
        _ => $"see: dyno {PathOf(command)} --help",
    };

    // A command below another one is named with it: study show.
    private static string PathOf(Command command) =>
        command.Parents.OfType<Command>().FirstOrDefault() is { } parent and not RootCommand ? $"{PathOf(parent)} {command.Name}" : command.Name;
}
