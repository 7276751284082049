namespace Dyno.Cli;

/// <summary><c>dyno show</c>: one stored run, with its tags and its file.</summary>
internal sealed class ShowCommand : DocumentedCommand
{
    public ShowCommand(Terminal terminal) : base("show", "Show one stored run: its report, its tags and its file.")
    {
        var id = StoredRuns.Argument(terminal.Folder);
        Add(id);
        SetAction(parsed =>
        {
            var run = RunStore.Here(terminal.Folder).Find(parsed.GetRequiredValue(id));
            var result = RunResultJson.ReadFile(run.Path);
            var tags = RunTags.Of(run);
            new ReportWriter([], ReportLayout.Full, terminal, run.Path).Print(RunExporters.All, result);
            terminal.Out.WriteLine();
            terminal.Out.WriteLine($"{"Tags",-11}{(tags.IsEmpty ? $"none; give it one: dyno tag {run.Id} NAME" : string.Join(", ", tags))}");
            terminal.Out.WriteLine($"{"File",-11}{terminal.Shown(run.Path)}");
            return ExitCode.Success;
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => [];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("The latest run", "dyno show last"),
        new("The run whose ID begins with this text", "dyno show 20261121-1042"),
        new("The newest run with a tag", "dyno show baseline"),
    ];
}
