using System.CommandLine;
using System.CommandLine.Parsing;
using Dyno.Cli.Exit;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Results.Problems;

namespace Dyno.Cli.Scripts;

/// <summary><c>dyno run SCRIPT</c>: runs a k6 script.</summary>
internal sealed class ScriptRunCommand : DocumentedCommand, IReadingCommand
{
    private readonly ScriptSymbols _symbols = new();
    private readonly string[] _programArguments;

    public ScriptRunCommand(Terminal terminal, string[] programArguments)
        : base("run", "Run a k6 script, and print a result that can be trusted, or why it cannot.")
    {
        _programArguments = programArguments;
        Add(_symbols.Script);
        AddGroupedOptions();
        SetAction((parsed, _) => new ScriptPipeline(terminal, ScriptOptionsReader.Read(parsed, _symbols, programArguments)).RunAsync());
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Run a script as its options say", "dyno run script.js"),
        new("10 virtual users for 30 s, with a variable", "dyno run script.js -u 10 -d 30s -e BASE_URL=http://localhost:5000"),
        new("Build and start a project, and load it: the script finds it in __ENV.BASE_URL", "dyno run script.js --subject src/Api"),
        new("The same for a script with a fixed URL", "dyno run script.js --subject src/Api --rebase http://localhost:5000"),
        new("Fail a build when a check failed; keep the summary", "dyno run script.ts --fail-on check --summary-export summary.json"),
    ];

    public override string Epilogue => ExitCodeTable.ScriptText;

    public IEnumerable<string> Contradictions(CommandResult command) => _symbols.WithoutSubject(command);

    public IEnumerable<Problem> ProblemsBeside(ParseResult parsed) => ScriptProblems.Beside(parsed, _symbols, _programArguments);
}
