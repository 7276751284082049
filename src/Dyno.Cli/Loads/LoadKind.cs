using System.CommandLine;
using System.CommandLine.Parsing;
using Dyno.Cli.Help;
using Dyno.Cli.Parsing;
using Dyno.Cli.Progress;
using Dyno.Cli.Running;
using Dyno.Load.Plans;
using Dyno.Results.Problems;

namespace Dyno.Cli.Loads;

/// <summary>
/// A kind of load as the command line knows it: the targets it takes and the table of its options, from which parsing, help, what an
/// option does not go with, and which options take a value are read. To add a kind: derive from this, and add it to
/// <see cref="LoadKinds"/>.
/// </summary>
internal abstract class LoadKind
{
    /// <summary>What targets of it are, for a sentence: <c>k6 scripts</c>.</summary>
    public abstract string Name { get; }

    /// <summary>Why an option of another kind means nothing to it, and what to do instead.</summary>
    /// <param name="option">Its name, with dashes.</param>
    public abstract string WhyNot(string option);

    /// <summary>Whether a target is of this kind: by its name alone.</summary>
    public abstract bool Takes(string target);

    /// <summary>What <c>dyno run</c> does with it, for the first line of the help page.</summary>
    public abstract string RunPurpose { get; }

    /// <summary>What <c>dyno inspect</c> does with it.</summary>
    public abstract string InspectPurpose { get; }

    /// <summary>The argument that names it.</summary>
    public abstract Argument<string?> Target { get; }

    /// <summary>The options that every kind has.</summary>
    public virtual SharedOptions Shared { get; } = new("Report (default: console)", "Show the stack trace of an error");

    /// <summary>The options of <c>dyno run</c>, those that matter first.</summary>
    public abstract IReadOnlyList<OptionGroup> RunGroups { get; }

    /// <summary>The options of <c>dyno inspect</c>: what shapes the load.</summary>
    public abstract IReadOnlyList<OptionGroup> InspectGroups { get; }

    /// <summary>Examples of <c>dyno run</c>.</summary>
    public abstract IReadOnlyList<Example> RunExamples { get; }

    /// <summary>Examples of <c>dyno inspect</c>.</summary>
    public abstract IReadOnlyList<Example> InspectExamples { get; }

    /// <summary>What the help page of <c>dyno run</c> says last.</summary>
    public virtual string Epilogue => Exit.ExitCodeTable.Text;

    /// <summary>The command line that shows the help page.</summary>
    public abstract string HelpCommand(string command);

    /// <summary>The words with every value spelt out that may be left out.</summary>
    public virtual string[] SpeltOut(string[] words) => words;

    /// <summary>What options that exclude each other ask for, and options that miss another.</summary>
    public virtual IEnumerable<string> Contradictions(CommandResult command) => [];

    /// <summary>Reads a command line; what its parser refused counts as not given.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="programArguments">The words after <c>--</c>.</param>
    /// <param name="problems">Takes what is wrong with values that are read here.</param>
    public abstract RunOptions Read(ParseResult parsed, IReadOnlyList<string> programArguments, ICollection<Problem> problems);

    /// <summary>It as the load of an experiment; null when experiments have their own way to shape it.</summary>
    public virtual ILoad? ForTrials(ProgressLines progress) => null;

    /// <summary>It as what the machines of an experiment are asked for; null when <see cref="ForTrials"/> is.</summary>
    /// <param name="target">The file.</param>
    public virtual AskedLoad? AskedForTrials(string target) => null;

    /// <summary>Its options, each once.</summary>
    public IEnumerable<Option> Options => RunGroups.Concat(InspectGroups).SelectMany(group => group.Options).Distinct();
}
