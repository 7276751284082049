using System.CommandLine;

namespace Dyno.Cli.Parsing;

/// <summary>Every symbol of <c>dyno report</c>.</summary>
internal sealed class ReportSymbols
{
    /// <summary>What a report can be printed as.</summary>
    public static readonly string[] Formats = ["console", "json", "hlog"]; // a test compares them with the exporters

    public Argument<string> Result { get; } = new("RESULT")
    {
        Description = "A result file, or a run in .dyno/runs: 'last', its id or the beginning of it, or a tag",
        Arity = ArgumentArity.ExactlyOne,
    };

    public Option<string?> Format { get; } = Symbols.Choice("--format", "What to print (default: console)", Formats, "-f");

    public IReadOnlyList<OptionGroup> Groups => field ??= [new("Options", Format)];
}
