namespace Dyno.Cli;

/// <summary><c>dyno study</c>: measures on this machine what published articles claim.</summary>
internal sealed class StudyCommand : DocumentedCommand
{
    public StudyCommand(Terminal terminal) : base("study", "Measure what published articles claim, and say which claims hold here.")
    {
        Add(new StudyListCommand(terminal));
        Add(new StudyShowCommand(terminal));
        Add(new StudyRunCommand(terminal));
        Add(new StudyReportCommand(terminal));
    }

    public override IReadOnlyList<OptionGroup> Groups => [];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Which studies there are", "dyno study list"),
        new("The claims of one study, and what its kept results say about them", "dyno study show runtime-throughput"),
        new("A first look in five minutes", "dyno study run runtime-throughput --quick"),
        new("All of it, kept in the study's folder", "dyno study run runtime-throughput --keep"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    /// <summary>The studies of the folder the user is in, or of the clone that Dyno was built in.</summary>
    /// <exception cref="UserFault">There are no studies.</exception>
    /// <param name="command">The command that needs them, for the message.</param>
    internal static StudyCatalogue Catalogue(Terminal terminal, string command = "dyno study") => StudyCatalogue.Find(terminal.Folder, AppContext.BaseDirectory)
        ?? throw new UserFault([new Problem(command, null, null, "needs the folder studies/ of a checkout of Dyno, which the installed tool does not contain",
            "clone Dyno, and run the command in the clone")]);

    internal static Argument<string> NameArgument() => new("NAME")
    {
        Description = "A study: its folder's name",
        Arity = ArgumentArity.ExactlyOne,
    };

    /// <summary>Prints what is known about a study.</summary>
    internal static void Print(StudyResults results, Terminal terminal) =>
        terminal.Out.Write(StudyReport.Render(results.Record(), new ReportStyle(terminal.Width, terminal.OutHasColour)));
}
