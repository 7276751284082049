using System.CommandLine;
using Dyno.Cli.Comparing;
using Dyno.Cli.Doctor;
using Dyno.Cli.Exit;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Experiments;
using Dyno.Experiments.Files;
using Dyno.Load.Plans;
using Dyno.Results.Problems;

namespace Dyno.Cli.Tuning;

/// <summary>
/// <c>dyno tune</c>: finds the highest load that meets a goal, or the best value of a setting. The search is an experiment with a sweep.
/// </summary>
internal sealed class TuneCommand : DocumentedCommand
{
    private readonly TuneSymbols _symbols = new();

    public TuneCommand(Terminal terminal)
        : base("tune", "Find the highest load that meets a goal, or the best value of a setting, and confirm it on fresh launches.")
    {
        Add(_symbols.Target);
        AddGroupedOptions();
        SetAction((parsed, _) => new ComparePipeline(terminal, Read(parsed)).RunAsync());
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("The highest rate at which the slowest request in a thousand stays below 20 ms", "dyno tune /orders --subject src/Api --goal 'p99.9 < 20ms, errors < 0.1%'"),
        new("How many connections a running server handles", "dyno tune http://localhost:5000 --over connections=1..500 --goal 'p99 < 50ms'"),
        new("The best of some values of a setting", "dyno tune /orders --subject src/Api --over env.LIMIT=10,50 --goal 'p99 < 20ms'"),
        new("How many concurrent gRPC calls a server handles",
            "dyno tune grpc://localhost:5000/shop.Orders/Get -b '{\"id\": 7}' \\\n    --over streams=1..500 --goal 'p99.9 < 20ms'"),
        new("The search of an experiment file", "dyno tune experiment.yaml"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    private CompareOptions Read(ParseResult parsed)
    {
        var target = parsed.GetValue(_symbols.Target)!;
        var isFile = Path.GetExtension(target).ToLowerInvariant() is ".yaml" or ".yml";
        if (isFile) RefuseBesideFile(parsed);
        return new CompareOptions
        {
            Targets = [target],
            Inline = new InlineExperiment(),
            Text = isFile ? null : Inline(parsed, target).ToText(),
            MustSearch = true,
            Run = new ExperimentRun
            {
                StateFolder = ".dyno",
                IsStored = !parsed.GetValue(_symbols.NoStore),
                Resumes = parsed.GetValue(_symbols.Resume),
                CeilingOf = CalibrationStore.CeilingOf,
            },
            Overrides = new ExperimentOverrides
            {
                Duration = Length(parsed.GetValue(_symbols.Length)),
                HealthLimits = [.. parsed.GetValue(_symbols.HealthLimits) ?? []],
                KeepsFiles = parsed.GetValue(_symbols.KeepFiles),
            },
            IsDryRun = parsed.GetValue(_symbols.DryRun),
            Reports = ReportSymbols.TargetsOf(parsed, _symbols.Format),
            IsFull = parsed.GetValue(_symbols.Full),
            ResultFile = parsed.GetValue(_symbols.Result),
            IsQuiet = parsed.GetValue(_symbols.Quiet),
        };
    }

    private InlineTuning Inline(ParseResult parsed, string target) => new()
    {
        Target = target,
        Subject = parsed.GetValue(_symbols.Subject),
        Goal = parsed.GetValue(_symbols.Goal),
        Over = parsed.GetValue(_symbols.Over) ?? new InlineTuning { Target = target }.Over,
        Connections = parsed.GetValue(_symbols.Connections),
        Rate = parsed.GetValue(_symbols.Rate),
        UsesHttp2 = parsed.GetValue(_symbols.Http2),
        Body = parsed.GetValue(_symbols.Body),
        Headers = [.. parsed.GetValue(_symbols.Headers) ?? []],
        ProtoFiles = [.. parsed.GetValue(_symbols.Proto) ?? []],
        ImportPaths = [.. parsed.GetValue(_symbols.Imports) ?? []],
        WarmUp = parsed.GetValue(_symbols.WarmUp),
        Headline = parsed.GetValue(_symbols.Best),
        Trials = parsed.GetValue(_symbols.Trials),
    };

    // An experiment file has these settings itself, so the options are refused beside it.
    private void RefuseBesideFile(ParseResult parsed)
    {
        Option[] ofTheCommandLine =
        [
            _symbols.Goal, _symbols.Over, _symbols.Subject, _symbols.Connections, _symbols.Rate, _symbols.Best, _symbols.Trials,
            _symbols.WarmUp, _symbols.Body, _symbols.Headers, _symbols.Http2, _symbols.Proto, _symbols.Imports,
        ];
        var given = ofTheCommandLine.Where(option => parsed.GetResult(option) is { Implicit: false }).ToList();
        if (given.Count > 0)
            throw new UserFault([.. given.Select(option => new Problem(option.Name, null, null, "is for a search without a file", "write it into the file's sweep, or remove it"))]);
    }

    private static TimeSpan? Length(string? text)
    {
        if (text is null) return null;
        if (DurationText.TryParseTyped(text, out var length) && length > TimeSpan.Zero) return length;
        throw new UserFault([new Problem("--duration", null, null, $"'{text}' is not a time above zero", "write 10s")]);
    }
}
