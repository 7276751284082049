namespace Dyno.Cli;

/// <summary><c>dyno study run</c>: measures the claims of a study.</summary>
internal sealed class StudyRunCommand : DocumentedCommand
{
    private readonly Argument<string> _name = StudyCommand.NameArgument();
    private readonly Option<bool> _quick = Symbols.Flag("--quick", "Only the claims marked quick, in five rounds of short trials: at most five minutes");
    private readonly Option<string?> _only = Symbols.Text("--only", "CLAIM,…", "Only these claims");
    private readonly Option<string?> _experiments = Symbols.Text("--experiment", "NAME,…", "Only these experiments, with all their claims, tables and charts");
    private readonly Option<int?> _rounds = Symbols.Number("--rounds", "N", "Rounds of every experiment (default: what its file says)");
    private readonly Option<bool> _keep = Symbols.Flag("--keep", "Keep the results in the study's folder, and bring its README up to date");
    private readonly Option<bool> _resume = Symbols.Flag("--resume", "Resume an interrupted run: launches that it made are not made again");
    private readonly Option<bool> _dryRun = Symbols.Flag("--dry-run", "Describe the measurement, and stop");
    private readonly Option<bool> _quiet = Symbols.Flag("--quiet", "No progress; warnings and errors only", "-q");

    public StudyRunCommand(Terminal terminal) : base("run", "Measure the claims of a study, and say which hold here.")
    {
        Add(_name);
        AddGroupedOptions();
        SetAction((parsed, _) =>
        {
            var study = StudyCommand.Catalogue(terminal).Get(parsed.GetRequiredValue(_name));
            var plan = StudyPlan.Of(study, [.. Names(parsed.GetValue(_only))], parsed.GetValue(_quick), parsed.GetValue(_rounds),
                [.. Names(parsed.GetValue(_experiments))]);
            return new StudyPipeline(terminal, plan, parsed.GetValue(_quiet), parsed.GetValue(_resume))
                .RunAsync(parsed.GetValue(_dryRun), parsed.GetValue(_keep));
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Options", _quick, _only, _experiments, _rounds, _keep, _resume, _dryRun, _quiet)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("A first look in five minutes", "dyno study run runtime-throughput --quick"),
        new("One claim", "dyno study run runtime-throughput --only net9-against-net8"),
        new("One experiment with its claims, tables and charts; the kept results of the others stay",
            "dyno study run async-vs-sync --experiment crossover --keep"),
        new("All of it, kept in the study's folder", "dyno study run runtime-throughput --keep"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    private static string[] Names(string? list) => (list ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
}
