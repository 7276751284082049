using System.CommandLine;
using System.CommandLine.Parsing;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.K6;
using Dyno.K6.VirtualUsers;
using Dyno.Load.Engine;
using Dyno.Results.Problems;

namespace Dyno.Cli.Scripts;

/// <summary><c>dyno inspect SCRIPT</c>: the options of a script as JSON, without running it.</summary>
internal sealed class ScriptInspectCommand : DocumentedCommand, IReadingCommand
{
    private readonly ScriptSymbols _symbols = new();
    private readonly Option<bool> _requirements = Symbols.Flag("--execution-requirements",
        "Merge configuration, variables and flags, and add the scenarios, totalDuration and maxVUs");

    public ScriptInspectCommand(Terminal terminal)
        : base("inspect", "Print the options of a k6 script as JSON. Runs its init stage, and sends nothing.")
    {
        Add(_symbols.Script);
        AddGroupedOptions();
        SetAction((parsed, _) => ScriptFailure.TellAsync(terminal, () => RunAsync(terminal, parsed)));
    }

    public override IReadOnlyList<OptionGroup> Groups => field ??=
    [
        new("Options", _requirements, _symbols.Variables, _symbols.Config, _symbols.Users, _symbols.Length, _symbols.Iterations, _symbols.Stages,
            _symbols.Segment, _symbols.Sequence, _symbols.SystemVariables, _symbols.Kind, _symbols.Compatibility),
    ];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("What a script asks for", "dyno inspect script.js"),
        new("How long it takes at most, and how many virtual users it needs", "dyno inspect script.js --execution-requirements | jq '{totalDuration, maxVUs}'"),
    ];

    public IEnumerable<string> Contradictions(CommandResult command) => [];

    public IEnumerable<Problem> ProblemsBeside(ParseResult parsed) => ScriptProblems.Beside(parsed, _symbols, []);

    private async Task<int> RunAsync(Terminal terminal, ParseResult parsed)
    {
        var options = ScriptOptionsReader.Read(parsed, _symbols);
        // The script's own words only, unless the environment is asked for: what is printed should not depend on who asks.
        options = options with { SeesEnvironment = parsed.GetValue(_symbols.SystemVariables) ?? false, SampleOutputs = [] };
        var log = new ScriptLog(terminal.Error, LogFormat.Text, isVerbose: false, TimeProvider.System);
        var warnings = new List<string>();
        using var session = await K6Session.OpenAsync(ScriptSource.RequestOf(options, log, new RunSignals()), warnings);
        foreach (var warning in warnings) log.Write("warning", warning);
        terminal.Out.Write(parsed.GetValue(_requirements) ? session.InspectRequirements() : session.InspectScript());
        return ExitCode.Success;
    }
}
