namespace Dyno.Cli;

/// <summary><c>dyno init</c>: writes a first experiment file for the project at hand.</summary>
internal sealed class InitCommand : DocumentedCommand
{
    private readonly Argument<string> _file = new("FILE")
    {
        Description = "The file to write, or the folder of the solution or project",
        DefaultValueFactory = _ => "experiment.yaml",
    };

    public InitCommand(Terminal terminal) : base("init", "Write a first experiment for the API in this folder.")
    {
        Add(_file);
        AddGroupedOptions();
        SetAction((parsed, _) => Task.FromResult(Write(terminal, parsed.GetRequiredValue(_file))));
    }

    public override IReadOnlyList<OptionGroup> Groups => [];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("In the folder of a solution or of a web project", "dyno init"),
        new("Then a first look", "dyno compare experiment.yaml --quick"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    private static int Write(Terminal terminal, string file)
    {
        if (Directory.Exists(terminal.PathOf(file))) file = Path.Combine(file, "experiment.yaml");
        var folder = Path.GetDirectoryName(Path.GetFullPath(file, terminal.Folder));
        if (Path.EndsInDirectorySeparator(file) || folder is null || !Directory.Exists(folder))
            throw new UserFault([new Problem(file, null, null, "there is no such folder", "name the folder of a project: dyno init src/Shop")]);
        if (File.Exists(terminal.PathOf(file))) throw new UserFault([new Problem(file, null, null, "already exists", "remove it, or name another file")]);
        var first = FirstExperiment.For(folder);
        if (first.LoadName is { } name)
        {
            var load = Path.Combine(Path.GetDirectoryName(file)!, name);
            if (File.Exists(terminal.PathOf(load))) throw new UserFault([new Problem(load, null, null, "already exists", "move it: the load of the experiment is written there")]);
            WholeFile.Write(terminal.PathOf(load), first.LoadText!);
        }
        WholeFile.Write(terminal.PathOf(file), first.Text);
        terminal.Out.WriteLine($"{first.Found}\nwrote {file}{(first.LoadName is { } written ? $" and {written}" : "")}; run it: dyno compare {file} --quick");
        return ExitCode.Success;
    }
}
