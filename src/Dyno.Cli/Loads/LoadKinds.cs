namespace Dyno.Cli;

internal sealed class LoadKinds
{
    /// <summary>The kinds by precedence: a target belongs to the first kind that takes it. Requests take every target that remains.</summary>
    public ImmutableArray<LoadKind> All { get; } = [.. Guests.Kinds(), new ProgramKind(), new RequestKind()];

    /// <summary>The kind of a target; requests where there is none.</summary>
    public LoadKind Of(string? target) => All.First(kind => target is not null && kind.Takes(target) || kind is RequestKind);

    /// <summary>The words of a command line, with every optional value added that was left out.</summary>
    public string[] WithOptionalValues(string[] words) => All.Aggregate(words, (spelt, kind) => kind.WithOptionalValues(spelt));

    /// <summary>The loads that experiments take in addition to requests. An experiment's file shapes requests itself.</summary>
    public static ImmutableArray<ILoad> ForTrials(ProgressLines progress) =>
        [.. new LoadKinds().All.Select(kind => kind.ForTrials(progress)).OfType<ILoad>()];

    /// <summary>
    /// The target among the words of a command: the first word that is neither an option nor the value of an option. The options of all
    /// kinds count, because only the target tells the kind.
    /// </summary>
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
