namespace Dyno.Cli;

/// <summary><c>dyno study list</c>: lists the studies.</summary>
internal sealed class StudyListCommand : DocumentedCommand
{
    public StudyListCommand(Terminal terminal) : base("list", "List the studies.")
    {
        SetAction(_ =>
        {
            var catalogue = StudyCommand.Catalogue(terminal);
            var width = catalogue.Names.Max(name => name.Length);
            foreach (var study in catalogue.Names.Select(catalogue.Get))
            {
                var experiments = string.Join(", ", study.Experiments.Select(e => e.Name));
                terminal.Out.WriteLine($"{study.Name.PadRight(width)}  {study.Title}; {FigureText.Count(study.Claims.Length, "claim")} (experiments: {experiments})");
            }
            return ExitCode.Success;
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => [];

    public override IReadOnlyList<Example> Examples { get; } = [new("All of them", "dyno study list")];
}
