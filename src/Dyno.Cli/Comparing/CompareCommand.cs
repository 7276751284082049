using System.Collections.Immutable;
using System.CommandLine;
using System.Globalization;
using Dyno.Cli.Doctor;
using Dyno.Cli.Exit;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Experiments;
using Dyno.Experiments.Files;
using Dyno.Load.Plans;
using Dyno.Results.Problems;

namespace Dyno.Cli.Comparing;

/// <summary><c>dyno compare</c>: measures variants in turn, and says which is faster and how certain the verdict is.</summary>
internal sealed class CompareCommand : DocumentedCommand
{
    private readonly CompareSymbols _symbols = new();

    public CompareCommand(Terminal terminal)
        : base("compare", "Measure variants in turn, and report which is faster, by how much, and with what certainty.")
    {
        Add(_symbols.Targets);
        AddGroupedOptions();
        SetAction((parsed, _) =>
        {
            var options = Read(parsed);
            if (!StoredResults.AreMeant(options.Targets)) return new ComparePipeline(terminal, options).RunAsync();
            RefuseOptionsOfTrials(parsed);
            return StoredResults.Compare(terminal, options);
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Every variant of a study, ten rounds", "dyno compare studies/runtime-throughput/experiment.yaml"),
        new("A first look in a few minutes", "dyno compare experiment.yaml --quick"),
        new("Two projects, or two URLs, under one load", "dyno compare src/Old src/New --load /hello"),
        new("A branch against main, in three minutes", "dyno compare --git main..my-branch --project src/Api --load api.websurge"),
        new("One project on two versions of .NET, restored where they are not installed", "dyno compare --runtimes 10.0,11.0 --project src/Api --load /hello"),
        new("Rounds until it is clear, for at most five minutes", "dyno compare experiment.yaml --for 5m"),
        new("Rounds until it is clear whether a variant differs by 1 %", "dyno compare experiment.yaml --decide 1%"),
        new("Which method made a branch slower", "dyno compare --git main..my-branch --project src/Api --load /orders --why"),
        new("In CI: exit with 98 when a variant is slower than the baseline", "dyno compare experiment.yaml --gate --result comparison.json"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    private CompareOptions Read(ParseResult parsed)
    {
        ImmutableArray<string> targets = [.. parsed.GetValue(_symbols.Targets) ?? []];
        RefuseRoundsBesideLooks(parsed);
        var hasGate = parsed.GetResult(_symbols.Gate) is { Implicit: false };
        if (!hasGate && parsed.GetValue(_symbols.GateNeutral))
            throw new UserFault([new Problem("--gate-neutral", null, null, "needs a gate", "add --gate, or remove it")]);
        return new CompareOptions
        {
            Targets = targets,
            Inline = new InlineExperiment
            {
                Targets = targets,
                Git = parsed.GetValue(_symbols.Git),
                Yardstick = parsed.GetValue(_symbols.Yardstick),
                Runtimes = [.. (parsed.GetValue(_symbols.Runtimes) ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)],
                Project = parsed.GetValue(_symbols.Project),
                Load = parsed.GetValue(_symbols.Load),
            },
            TakesUsualTime = !LooksUntilClear(parsed) && parsed.GetValue(_symbols.Gate) != "structure"
                && new Option[] { _symbols.Rounds, _symbols.Length, _symbols.Quick, _symbols.Sequential }
                    .All(option => parsed.GetResult(option) is null or { Implicit: true }),
            Run = new ExperimentRun
            {
                StateFolder = ".dyno",
                IsStored = !parsed.GetValue(_symbols.NoStore),
                Resumes = parsed.GetValue(_symbols.Resume),
                UntilClear = LooksUntilClear(parsed),
                Explains = parsed.GetValue(_symbols.Why),
                KeepsLength = parsed.GetValue(_symbols.Length) is not null,
                MaxTime = Length("--max-time", parsed.GetValue(_symbols.MaxTime)) ?? Length("--for", parsed.GetValue(_symbols.For)),
                CeilingOf = CalibrationStore.CeilingOf,
            },
            Overrides = new ExperimentOverrides
            {
                Rounds = parsed.GetValue(_symbols.Rounds),
                Duration = Length("--duration", parsed.GetValue(_symbols.Length)),
                Variants = [.. (parsed.GetValue(_symbols.Variants) ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)],
                IsQuick = parsed.GetValue(_symbols.Quick),
                HasGate = hasGate,
                GatesStructure = parsed.GetValue(_symbols.Gate) == "structure",
                IsSequential = parsed.GetValue(_symbols.Sequential),
                HealthLimits = [.. parsed.GetValue(_symbols.HealthLimits) ?? []],
                AllowsOutsideFiles = parsed.GetValue(_symbols.AllowOutsideFiles),
                Decide = ShareOf("--decide", parsed.GetValue(_symbols.Decide)),
                Slice = SliceOf(parsed.GetValue(_symbols.Slice)),
                KeepsFiles = parsed.GetValue(_symbols.KeepFiles),
                Rebuilds = parsed.GetValue(_symbols.Rebuild),
            },
            IsDryRun = parsed.GetValue(_symbols.DryRun),
            Reports = ReportSymbols.TargetsOf(parsed, _symbols.Format),
            IsFull = parsed.GetValue(_symbols.Full),
            ResultFile = parsed.GetValue(_symbols.Result),
            HasGate = hasGate,
            GatesStructure = parsed.GetValue(_symbols.Gate) == "structure",
            IsGateNeutral = parsed.GetValue(_symbols.GateNeutral),
            SummaryFile = parsed.GetValue(_symbols.Summary),
            FailsOnUnclear = parsed.GetValue(_symbols.Gate) == "unclear",
            IsQuiet = parsed.GetValue(_symbols.Quiet),
        };
    }

    private void RefuseOptionsOfTrials(ParseResult parsed)
    {
        Option[] meant = [_symbols.Result, _symbols.Format, _symbols.Full, _symbols.Gate, _symbols.NoStore, _symbols.Quiet, _symbols.Verbose];
        Problem[] problems = [.. Options.Except(meant).Where(option => parsed.GetResult(option) is { Implicit: false }).Select(option =>
            new Problem(option.Name, null, null, "does not go with stored results, which are measured already", "remove it, or measure both in one experiment"))];
        if (problems.Length > 0) throw new UserFault([.. problems]);
    }

    private void RefuseRoundsBesideLooks(ParseResult parsed)
    {
        var problems = new List<Problem>();
        if (LooksUntilClear(parsed) && parsed.GetValue(_symbols.Rounds) is not null)
            problems.Add(new Problem("--rounds", null, null, "--until-clear, --for and --decide choose the number of rounds", "remove one of them"));
        if (parsed.GetValue(_symbols.For) is not null && parsed.GetValue(_symbols.MaxTime) is not null)
            problems.Add(new Problem("--max-time", null, null, "--for already sets the maximum time", "remove one of them"));
        if (!LooksUntilClear(parsed) && parsed.GetValue(_symbols.MaxTime) is not null)
            problems.Add(new Problem("--max-time", null, null, "needs --until-clear or --decide", "write --for TIME, or add --until-clear"));
        if (problems.Count > 0) throw new UserFault([.. problems]);
    }

    private bool LooksUntilClear(ParseResult parsed) =>
        parsed.GetValue(_symbols.UntilClear) || parsed.GetValue(_symbols.For) is not null || parsed.GetValue(_symbols.Decide) is not null;

    private static double? ShareOf(string option, string? text)
    {
        if (text is null) return null;
        if (text.EndsWith('%') && double.TryParse(text[..^1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var percent)
            && percent is > 0 and < 100)
            return percent / 100;
        throw new UserFault([new Problem(option, null, null, $"'{text}' is not a share between 0 and 100 %", $"write {option} 2%")]);
    }

    private static TimeSpan? SliceOf(string? text) => Length("--slice", text) is not { } slice ? null
        : slice >= TimeSpan.FromMilliseconds(5) && slice <= TimeSpan.FromSeconds(2) ? slice
        : throw new UserFault([new Problem("--slice", null, null, $"'{text}' is not between 5ms and 2s", "write --slice 100ms")]);

    private static TimeSpan? Length(string option, string? text)
    {
        if (text is null) return null;
        if (DurationText.TryParseTyped(text, out var length) && length > TimeSpan.Zero) return length;
        throw new UserFault([new Problem(option, null, null, $"'{text}' is not a time above zero", "write 10s")]);
    }
}
