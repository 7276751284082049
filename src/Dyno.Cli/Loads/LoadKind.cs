namespace Dyno.Cli;

/// <summary>
/// A kind of load as the command line knows it: the targets that it takes, and the table of its options. Parsing, help and the checks for
/// contradictions use this table, and it tells which options take a value. To add a kind, derive from this class and add the new class to
/// <see cref="LoadKinds"/>.
/// </summary>
internal abstract class LoadKind
{
    /// <summary>The message about two servers for one load.</summary>
    protected const string BaseUrlOrSubject = "--base-url and --subject contradict each other: the requests go to the program that --subject starts";

    /// <summary>What targets of this kind are called in a sentence: <c>k6 scripts</c>.</summary>
    public abstract string Name { get; }

    /// <summary>Why an option of another kind does not apply to this kind, and what to do instead.</summary>
    /// <param name="option">Name of the option, with dashes.</param>
    public abstract string WhyNot(string option);

    /// <summary>Whether a target is of this kind, as its name shows, or for a folder the project in it.</summary>
    public abstract bool Takes(string target);

    /// <summary>What <c>dyno run</c> does with a load of this kind, for the first line of the help page.</summary>
    public abstract string RunPurpose { get; }

    /// <summary>What <c>dyno inspect</c> does with a load of this kind.</summary>
    public abstract string InspectPurpose { get; }

    public abstract Argument<string?> Target { get; }

    /// <summary>The options that every kind has.</summary>
    public virtual SharedOptions Shared { get; } = new("Report (default: console)", "Show the stack trace of an error");

    /// <summary>The options of <c>dyno run</c>, the most important first.</summary>
    public abstract IReadOnlyList<OptionGroup> RunGroups { get; }

    /// <summary>The options of <c>dyno inspect</c>: those that shape the load.</summary>
    public abstract IReadOnlyList<OptionGroup> InspectGroups { get; }

    /// <summary>Examples of <c>dyno run</c>.</summary>
    public abstract IReadOnlyList<Example> RunExamples { get; }

    /// <summary>Examples of <c>dyno inspect</c>.</summary>
    public abstract IReadOnlyList<Example> InspectExamples { get; }

    /// <summary>The text at the end of the help page of <c>dyno run</c>.</summary>
    public virtual string Epilogue => ExitCodeTable.Text;

    /// <summary>The command line that shows the help page.</summary>
    public abstract string HelpCommand(string command);

    /// <summary>The words, with every optional value added that was left out.</summary>
    public virtual string[] WithOptionalValues(string[] words) => words;

    /// <summary>Messages about options that exclude each other, and about options that need another option.</summary>
    public virtual IEnumerable<string> Contradictions(CommandResult command) => [];

    /// <summary>Reads a command line. A value that the parser refused counts as not given.</summary>
    /// <param name="programArguments">The words after <c>--</c>.</param>
    /// <param name="problems">Receives the problems of values that are read here.</param>
    public abstract RunOptions Read(ParseResult parsed, IReadOnlyList<string> programArguments, ICollection<Problem> problems);

    /// <summary>The load of this kind for experiments; null when experiments shape such loads in their own way.</summary>
    public virtual ILoad? ForTrials(ProgressLines progress) => null;

    /// <summary>The load that the machines of an experiment run; null when <see cref="ForTrials"/> is null.</summary>
    public virtual RequestedLoad? AskedForTrials(string target) => null;

    /// <summary>All options of this kind, each once.</summary>
    public IEnumerable<Option> Options => RunGroups.Concat(InspectGroups).SelectMany(group => group.Options).Distinct();
}
