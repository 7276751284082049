namespace Dyno.Cli;

/// <summary><c>dyno tag</c>: names for a stored run.</summary>
internal sealed class TagCommand : DocumentedCommand
{
    private readonly Terminal _terminal;
    private readonly Option<bool> _remove = Symbols.Flag("--remove", "Remove the tags instead", "-r");

    public TagCommand(Terminal terminal) : base("tag", "Tag a stored run; dyno prune keeps runs that have a tag.")
    {
        _terminal = terminal;
        var id = StoredRuns.Argument(terminal.Folder);
        var names = new Argument<string[]>("NAME")
        {
            Description = "One or more: a letter, then letters, digits and . _ - /",
            Arity = ArgumentArity.OneOrMore,
        };
        Add(id);
        Add(names);
        AddGroupedOptions();
        SetAction(parsed => Tag(parsed.GetRequiredValue(id), parsed.GetRequiredValue(names), parsed.GetValue(_remove)));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Options", _remove)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("Tag the latest run, then show it by its tag", "dyno tag last baseline\n  dyno report baseline"),
        new("Several tags at once", "dyno tag 20261121-104233-k3f9 release/1.4 before-cache"),
        new("Remove a tag", "dyno tag last baseline --remove"),
    ];

    private int Tag(string id, string[] names, bool isRemoval)
    {
        ImmutableArray<Problem> wrong = [.. names.Where(name => !RunTags.IsValid(name)).Select(name => new Problem("NAME", null, null,
            $"'{name}' cannot be a tag", "write a letter first, then letters, digits and . _ - / (at most 60 characters; 'last' is reserved)"))];
        if (wrong.Length > 0) throw new UserFault(wrong);
        var run = RunStore.Here(_terminal.Folder).Find(id);
        var before = RunTags.Of(run);
        var after = isRemoval ? before.Except(names) : before.Union(names);
        if (!after.SetEquals(before)) RunTags.Set(run, after);
        _terminal.Out.WriteLine($"{run.Id}: {(after.IsEmpty ? "no tags" : string.Join(", ", after))}");
        return ExitCode.Success;
    }
}
