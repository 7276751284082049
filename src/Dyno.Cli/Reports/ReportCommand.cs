using Dyno.Cli.Exit;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Results.Json;
using Dyno.Results.Runs;
using Dyno.Results.Store;

namespace Dyno.Cli.Reports;

/// <summary><c>dyno report</c>: prints a result again, as <c>dyno run</c> did or in another format.</summary>
internal sealed class ReportCommand : DocumentedCommand
{
    private readonly ReportSymbols _symbols = new();

    public ReportCommand(Terminal terminal) : base("report", "Print the result of a run again, or in another format.")
    {
        Add(_symbols.Result);
        AddGroupedOptions();
        SetAction(parsed =>
        {
            var result = Read(parsed.GetRequiredValue(_symbols.Result));
            ReportPrinter.Print(result, parsed.GetValue(_symbols.Format) ?? ReportSymbols.Formats[0], terminal);
            return ExitCode.Success;
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("The latest run in this folder", "dyno report last"),
        new("A result file", "dyno report orders.json"),
        new("The intervals as an HdrHistogram log", "dyno report last -f hlog > run.hlog"),
    ];

    // What looks like a file is one; anything else is the id of a stored run.
    private static RunResult Read(string result) =>
        File.Exists(result) || result.EndsWith(".json", StringComparison.Ordinal) || result.Contains(Path.DirectorySeparatorChar)
            ? ResultFile.Read(result)
            : RunStore.Here().Get(result);
}
