namespace Dyno.Cli;

/// <summary><c>dyno ci</c>: Dyno in the pipeline of a repository.</summary>
internal sealed class CiCommand : DocumentedCommand
{
    public CiCommand(Terminal terminal) : base("ci", "Compare each pull request in a pipeline: write the pipeline, post the comment.")
    {
        Add(new CiInitCommand(terminal));
        Add(new CiCommentCommand(terminal));
    }

    public override IReadOnlyList<OptionGroup> Groups => [];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Write the pipeline into this repository", "dyno ci init"),
        new("In the pipeline: the result as the one comment of the pull request",
            "dyno compare --git origin/main..HEAD --load /x --markdown-summary result.md\n  dyno ci comment result.md"),
    ];

    public override string Epilogue => ExitCodeTable.Text;
}
