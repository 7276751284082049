using System.CommandLine.Help;

namespace Dyno.Cli;

/// <summary>The whole command line: parses it, and hands it to its command.</summary>
internal sealed class CommandLine
{
    private readonly Terminal _terminal;
    private readonly RootCommand _root;
    private readonly string[] _words;

    private CommandLine(Terminal terminal, RootCommand root, string[] words) => (_terminal, _root, _words) = (terminal, root, words);

    public RootCommand Root => _root;

    /// <summary>Registers the commands; where the first word names one, that one alone. To add one, add it here.</summary>
    /// <param name="terminal">The terminal to which the commands write.</param>
    /// <param name="args">The words of the command line. Those after <c>--</c> belong to the program under test and are
    /// cut off here, so that no rule of the parser can touch them.</param>
    public static CommandLine Create(Terminal terminal, string[] args)
    {
        Guests.RegisterImporters();
        if (args is ["help", .. var asked]) args = [.. asked, "--help"];
        var end = Array.IndexOf(args, "--");
        var programArguments = end < 0 ? [] : args[(end + 1)..];
        var kinds = new LoadKinds();
        var words = kinds.WithOptionalValues(end < 0 ? args : args[..end]);
        var target = kinds.TargetIn(words.Skip(1)); // the target of run and inspect; its kind decides which options they have
        var commands = Commands(terminal, kinds.Of(target is null ? null : terminal.PathOfExisting(target)), programArguments);
        var named = Array.FindAll(commands, command => command.Name == words.FirstOrDefault());
        var root = new DynoCommand();
        // The others would make some hundred options and load assemblies that a run has no use for.
        foreach (var (_, make) in named.Length > 0 ? named : commands) root.Add(make());
        root.Options.OfType<VersionOption>().Single().Description = "Show the version";
        Customize(root.Options.OfType<HelpOption>().Single(), terminal);
        return new CommandLine(terminal, root, terminal.IsElsewhere ? new FileWords(terminal, root).Reachable(words) : words);
    }

    private static (string Name, Func<Command> Make)[] Commands(Terminal terminal, LoadKind kind, string[] programArguments) =>
    [
        ("run", () => new RunCommand(terminal, kind, programArguments)),
        ("soak", () => new SoakCommand(terminal, kind, programArguments)),
        ("inspect", () => new InspectCommand(terminal, kind)),
        .. Guests.Commands(terminal),
        ("compare", () => new CompareCommand(terminal)),
        ("tune", () => new TuneCommand(terminal)),
        ("why", () => new WhyCommand(terminal)),
        ("bisect", () => new BisectCommand(terminal)),
        ("init", () => new InitCommand(terminal)),
        ("ci", () => new CiCommand(terminal)),
        ("study", () => new StudyCommand(terminal)),
        ("convert", () => new ConvertCommand(terminal)),
        ("report", () => new ReportCommand(terminal)),
        ("history", () => new HistoryCommand(terminal)),
        ("trend", () => new TrendCommand(terminal)),
        ("show", () => new ShowCommand(terminal)),
        ("tag", () => new TagCommand(terminal)),
        ("prune", () => new PruneCommand(terminal)),
        ("agent", () => new AgentCommand(terminal)),
        ("fleet", () => new FleetCommand(terminal)),
        ("doctor", () => new DoctorCommand(terminal)),
        ("ui", () => new UiCommand(terminal)),
        ("mcp", () => new McpCommand(terminal)),
        (CannedServerCommand.Word, () => new CannedServerCommand(terminal)),
        ("host-subject", () => new HostSubjectCommand(terminal)),
        ("completion", () => new CompletionCommand(terminal)),
        ("man", () => new ManCommand(terminal)),
    ];

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
        ? command.OtherProblems(parsed).Select(problem => problem.ToString())
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
