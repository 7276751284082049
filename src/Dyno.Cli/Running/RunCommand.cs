using System.CommandLine;
using System.CommandLine.Parsing;
using Dyno.Cli.Exit;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Cli.Programs;
using Dyno.Results.Problems;

namespace Dyno.Cli.Running;

/// <summary><c>dyno run</c>: loads a target and prints a result.</summary>
internal sealed class RunCommand : DocumentedCommand, IReadingCommand
{
    private readonly RunSymbols _symbols = new();
    private readonly string[] _programArguments;

    public RunCommand(Terminal terminal, string[] programArguments)
        : base("run", "Load a target, and print a result that can be trusted, or why it cannot.")
    {
        _programArguments = programArguments;
        Add(_symbols.Target);
        AddGroupedOptions();
        SetAction((parsed, _) =>
        {
            var options = RunOptionsReader.Read(parsed, _symbols, programArguments);
            return LoadProgram.Find(options.Load.Target) is { } program
                ? new ProgramPipeline(terminal, options, program).RunAsync()
                : new RunPipeline(terminal, options).RunAsync();
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("As fast as 64 connections go, for 10 s after 2 s of warm-up",
            "dyno run http://localhost:5000/hello -c 64 -d 10s --warmup 2s"),
        new("20,000 starts a second whatever the server does; fail when p99 reaches 50 ms",
            "dyno run http://localhost:5000/hello --rate 20000/s --threshold 'p99 < 50ms'"),
        new("Build and start a project, load it with a WebSurge session, stop it",
            "dyno run hello.websurge --subject src/Hello"),
        new("Run a load written in C#: a file, or a project's folder",
            "dyno run load.cs"),
        new("POST JSON, check every answer, keep the result",
            "dyno run http://localhost:5000/orders -H 'Content-Type: application/json' \\\n"
            + "    -b '{\"item\":1}' --check 'status == 201' --result orders.json"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    public IEnumerable<string> Contradictions(CommandResult command) => _symbols.Contradictions(command).Concat(_symbols.WithoutSubject(command));

    public IEnumerable<Problem> ProblemsBeside(ParseResult parsed)
    {
        var options = RunOptionsReader.Read(parsed, _symbols, _programArguments);
        // A target that is missing, or an unknown option in its place, was told by the parser.
        var isTold = options.Load is { Target: null, Curl: null } ? options.Subject is null : options.Load.Target is ['-', _, ..];
        return RunProblems.Of(isTold ? options with { Load = RunProblems.WithoutTarget(options.Load) } : options);
    }
}
