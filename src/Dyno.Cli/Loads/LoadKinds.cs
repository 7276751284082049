using System.Collections.Immutable;
using System.CommandLine;
using Dyno.Cli.Programs;
using Dyno.Cli.Progress;
using Dyno.Cli.Requests;
using Dyno.Cli.Scripts;
using Dyno.Load.Plans;

namespace Dyno.Cli.Loads;

/// <summary>Every kind of load there is.</summary>
internal sealed class LoadKinds
{
    /// <summary>The first that takes a target has it; requests take whatever is left.</summary>
    public ImmutableArray<LoadKind> All { get; } = [new ScriptKind(), new ProgramKind(), new RequestKind()];

    /// <summary>The kind of a target; requests where there is none.</summary>
    public LoadKind Of(string? target) => All.First(kind => target is not null && kind.Takes(target) || kind is RequestKind);

    /// <summary>The words of a command line with every value spelt out that may be left out.</summary>
    public string[] SpeltOut(string[] words) => All.Aggregate(words, (spelt, kind) => kind.SpeltOut(spelt));

    /// <summary>The kinds that experiments take beside requests, which their files shape.</summary>
    public static ImmutableArray<ILoad> ForTrials(ProgressLines progress) =>
        [.. new LoadKinds().All.Select(kind => kind.ForTrials(progress)).OfType<ILoad>()];

    /// <summary>
    /// The target among the words of a command: the first that is neither an option nor the value of one. Options are those of all
    /// kinds, because only the target says which kind it is.
    /// </summary>
    /// <param name="words">The words after the command's name.</param>
    public string? TargetIn(IEnumerable<string> words)
    {
        var isValue = false;
        foreach (var word in words.TakeWhile(word => word != "--"))
        {
            if (isValue) isValue = false;
            else if (word == "-" || !word.StartsWith('-')) return word;
            else isValue = !word.Contains('=', StringComparison.Ordinal) && TakesValue(word);
        }
        return null;
    }

    /// <summary>Whether another kind has an option of this name.</summary>
    public bool OthersHave(string option, LoadKind than) =>
        All.Any(kind => kind.Name != than.Name && kind.Options.Any(declared => Has(declared, option)));

    private bool TakesValue(string word) =>
        All.SelectMany(kind => kind.Options).FirstOrDefault(option => Has(option, word)) is { Arity.MinimumNumberOfValues: > 0 };

    private static bool Has(Option option, string name) => option.Name == name || option.Aliases.Contains(name);
}
