using Dyno.Cli.Exit;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Cli.Running;
using Dyno.Inputs;
using Dyno.Inputs.Problems;

namespace Dyno.Cli.Inspecting;

/// <summary><c>dyno inspect</c>: the plan of a URL or a file as JSON, without sending anything.</summary>
internal sealed class InspectCommand : DocumentedCommand
{
    private readonly RunSymbols _symbols = new();

    public InspectCommand(Terminal terminal) : base(
        "inspect", "Print the plan of a URL or a file as JSON, and why each request takes its driver. Sends nothing.")
    {
        Add(_symbols.Target);
        AddGroupedOptions();
        SetAction(parsed =>
        {
            var warnings = new List<InputProblem>();
            var inspection = InputReader.Inspect(RunOptionsReader.ReadLoad(parsed, _symbols), warnings);
            terminal.Out.Write((inspection with { Warnings = [.. warnings.Select(w => w.ToString())] }).ToJson());
            return ExitCode.Success;
        });
    }

    // What shapes the plan; the options of the run itself (results, the program under test) say nothing here.
    public override IReadOnlyList<OptionGroup> Groups => field ??=
    [
        new("Load", _symbols.Connections, _symbols.Rate, _symbols.Length, _symbols.WarmUp, _symbols.Iterations, _symbols.Arrivals, _symbols.Delay,
            _symbols.RandomOrder, _symbols.Thresholds),
        new("Requests", _symbols.RequestNames, _symbols.HttpEnvironment, _symbols.Headers, _symbols.Data, _symbols.DataOrder, _symbols.Checks),
        new("Wire", _symbols.Driver, _symbols.Threads, _symbols.Http2, _symbols.Http3),
    ];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("What dyno run would do with a file", "dyno inspect Api.http"),
        new("With the variables of an environment", "dyno inspect Api.http --http-env dev"),
        new("Which driver each request takes", "dyno inspect Api.http | jq -r '.scenarios[].requests[] | [.name, .driver, .why] | @tsv'"),
    ];
}
