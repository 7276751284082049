using System.CommandLine;
using System.CommandLine.Parsing;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Cli.Running;
using Dyno.Inputs;
using Dyno.Results.Problems;

namespace Dyno.Cli.Inspecting;

/// <summary><c>dyno inspect</c>: the plan of a URL or a file as JSON, without sending anything.</summary>
internal sealed class InspectCommand : DocumentedCommand, IReadingCommand
{
    // Stands for the program that dyno run would start: paths alone are complete with it.
    private static readonly Uri SomeSubject = new("http://subject");

    private readonly RunSymbols _symbols = new();
    private readonly Option<string?> _subject = Symbols.Text("--subject", "PATH", "As for dyno run: requests go to this program (here http://subject; nothing is built or started)");

    public InspectCommand(Terminal terminal) : base(
        "inspect", "Print the plan of a URL or a file as JSON, and why each request takes its driver. Sends nothing.")
    {
        Add(_symbols.Target);
        AddGroupedOptions();
        SetAction(parsed =>
        {
            if (ServiceList.IsMeant(ReadLoad(parsed))) return ServiceList.Print(ReadLoad(parsed), terminal);
            var warnings = new List<Problem>();
            var inspection = InputReader.Inspect(ReadLoad(parsed), warnings);
            terminal.Out.Write((inspection with { Warnings = [.. warnings.Select(w => w.ToString())] }).ToJson());
            return ExitCode.Success;
        });
    }

    // What shapes the plan; the options of the run itself (results, the program under test) say nothing here.
    public override IReadOnlyList<OptionGroup> Groups => field ??=
    [
        new("Load", _symbols.Connections, _symbols.Rate, _symbols.Length, _symbols.WarmUp, _symbols.Iterations, _symbols.Arrivals, _symbols.Delay,
            _symbols.RandomOrder, _symbols.Thresholds, _subject),
        new("Requests", _symbols.Curl, _symbols.Method, _symbols.Body, _symbols.RequestNames, _symbols.HttpEnvironment,
            _symbols.Variables, _symbols.AllowOutsideFiles, _symbols.Headers, _symbols.Data, _symbols.DataOrder, _symbols.Checks),
        new("Wire", _symbols.Driver, _symbols.Threads, _symbols.Http2, _symbols.Http3, _symbols.Streams),
        new("gRPC", _symbols.Proto, _symbols.ImportPaths),
        new("TLS", _symbols.Insecure, _symbols.CaCertificate),
    ];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("What dyno run would do with a file", "dyno inspect Api.http"),
        new("With the variables of an environment", "dyno inspect Api.http --http-env dev"),
        new("A curl command line, as Dyno understands it", "dyno inspect --curl 'curl http://localhost:5000/login -d user=ann'"),
        new("Of a file whose URLs are paths, for a program that Dyno would start", "dyno inspect Api.http --subject src/MyApi"),
        new("The services and methods of a gRPC server", "dyno inspect grpc://localhost:5000"),
        new("Which driver each request takes", "dyno inspect Api.http | jq -r \\\n      '.scenarios[].requests[] | [.name, .driver, .why] | @tsv'"),
    ];

    public IEnumerable<string> Contradictions(CommandResult command) => _symbols.Contradictions(command);

    public IEnumerable<Problem> ProblemsBeside(ParseResult parsed)
    {
        try
        {
            var load = ReadLoad(parsed);
            if (ServiceList.IsMeant(load)) return [];
            InputReader.Inspect(load is { Target: null, Curl: null } or { Target: ['-', _, ..] } ? RunProblems.WithoutTarget(load) : load);
            return [];
        }
        catch (UserFault wrong)
        {
            return wrong.Problems;
        }
    }

    private LoadRequest ReadLoad(ParseResult parsed) =>
        RunOptionsReader.ReadLoad(parsed, _symbols) with { RebaseTo = parsed.Sound(_subject) is null ? null : SomeSubject };
}
