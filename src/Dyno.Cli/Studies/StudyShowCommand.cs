namespace Dyno.Cli;

/// <summary><c>dyno study show</c>: the claims, judged by the results that are kept with the study.</summary>
internal sealed class StudyShowCommand : DocumentedCommand
{
    private readonly Argument<string> _name = StudyCommand.NameArgument();

    public StudyShowCommand(Terminal terminal) : base("show", "Show the claims of a study, and what its kept results say about them.")
    {
        Add(_name);
        SetAction(parsed =>
        {
            StudyCommand.Print(StudyResults.Kept(StudyCommand.Catalogue(terminal).Get(parsed.GetRequiredValue(_name))), terminal);
            return ExitCode.Success;
        });
    }

    public override IReadOnlyList<OptionGroup> Groups => [];

    public override IReadOnlyList<Example> Examples { get; } = [new("One study", "dyno study show runtime-throughput")];
}
