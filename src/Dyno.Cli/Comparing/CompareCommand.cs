using System.CommandLine;
using Dyno.Cli.Exit;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Experiments.Files;
using Dyno.Inputs.Problems;
using Dyno.Inputs.Quantities;

namespace Dyno.Cli.Comparing;

/// <summary><c>dyno compare</c>: measures variants in turn and says which is faster, and how sure it is.</summary>
internal sealed class CompareCommand : DocumentedCommand
{
    private readonly CompareSymbols _symbols = new();

    public CompareCommand(Terminal terminal)
        : base("compare", "Measure variants in turn, and say which is faster, by how much, and how sure it is.")
    {
        Add(_symbols.Experiment);
        AddGroupedOptions();
        SetAction((parsed, _) => new ComparePipeline(terminal, Read(parsed)).RunAsync());
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Every variant of a study, ten rounds", "dyno compare studies/runtime-throughput/experiment.yaml"),
        new("A first look in a few minutes", "dyno compare experiment.yaml --quick"),
        new("In CI: exit with 98 when a variant is slower than the baseline", "dyno compare experiment.yaml --gate --result comparison.json"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    private CompareOptions Read(ParseResult parsed)
    {
        var hasGate = parsed.GetResult(_symbols.Gate) is { Implicit: false };
        return new CompareOptions
        {
            File = parsed.GetRequiredValue(_symbols.Experiment),
            Overrides = new ExperimentOverrides
            {
                Rounds = parsed.GetValue(_symbols.Rounds),
                Duration = Length(parsed.GetValue(_symbols.Length)),
                Variants = [.. (parsed.GetValue(_symbols.Variants) ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)],
                IsQuick = parsed.GetValue(_symbols.Quick),
                HasGate = hasGate,
            },
            IsDryRun = parsed.GetValue(_symbols.DryRun),
            Reports = ReportSymbols.TargetsOf(parsed, _symbols.Format),
            ResultFile = parsed.GetValue(_symbols.Result),
            HasGate = hasGate,
            FailsOnUnclear = parsed.GetValue(_symbols.Gate) == "unclear",
            IsQuiet = parsed.GetValue(_symbols.Quiet),
        };
    }

    private static TimeSpan? Length(string? text)
    {
        if (text is null) return null;
        if (DurationText.TryParse(text, out var length) && length > TimeSpan.Zero) return length;
        throw new InputException([new InputProblem("--duration", null, null, $"'{text}' is not a time above zero", "write 10s")]);
    }
}
