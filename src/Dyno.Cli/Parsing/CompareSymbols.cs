using System.CommandLine;
using static Dyno.Cli.Parsing.Symbols;

namespace Dyno.Cli.Parsing;

/// <summary>Every symbol of <c>dyno compare</c>.</summary>
internal sealed class CompareSymbols
{
    public Argument<string> Experiment { get; } = new("EXPERIMENT")
    {
        Description = "An experiment file (.yaml)",
        Arity = ArgumentArity.ExactlyOne,
    };

    public Option<int?> Rounds { get; } = Number("--rounds", "N", "Rounds: one trial of each variant each (default: what the file says, or 10)");
    public Option<string?> Length { get; } = Text("--duration", "TIME", "How long each trial measures (default: what the file or its load says)", "-d");
    public Option<string?> Variants { get; } = Text("--variants", "A,B", "Only these variants; the baseline must be among them");
    public Option<bool> Quick { get; } = Flag("--quick", "One cell, three variants, five rounds of short trials");
    public Option<bool> DryRun { get; } = Flag("--dry-run", "Check the file, say what is coming, and stop");
    public Option<string?> Result { get; } = Text("--result", "FILE", "Write the comparison (JSON) to this file");
    public Option<string[]> Format { get; } = ReportSymbols.FormatOption("Report (default: console)", ReportSymbols.ComparisonFormats);
    public Option<string?> Gate { get; } = GateOption();
    public Option<bool> Quiet { get; } = Flag("--quiet", "No progress; warnings and errors only", "-q");
    public Option<bool> Verbose { get; } = Flag("--verbose", "Show the stack trace of an error");

    public IReadOnlyList<OptionGroup> Groups => field ??=
    [
        new("The experiment", Rounds, Length, Variants, Quick, DryRun),
        new("Result and verdict", Gate, Format, Result, Quiet, Verbose),
    ];

    private static Option<string?> GateOption()
    {
        var gate = Choice("--gate", "Exit with 98 when a variant is slower (unclear: or may be), with 97 when the experiment is void", "slower", "unclear");
        gate.Arity = ArgumentArity.ZeroOrOne;
        return gate;
    }
}
