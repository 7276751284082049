namespace Dyno.Cli;

/// <summary><c>dyno prune</c>: removes old runs.</summary>
internal sealed class PruneCommand : DocumentedCommand
{
    private readonly Terminal _terminal;
    private readonly Option<int?> _keep = Symbols.Number("--keep", "N", "Keep the newest N runs");
    private readonly Option<string?> _older = Symbols.Text("--older", "TIME", "Remove only runs older than this: 30d, 12h");
    private readonly Option<bool> _tagged = Symbols.Flag("--include-tagged", "Remove runs that have tags too");
    private readonly Option<bool> _subjects = Symbols.Flag("--subjects", "Remove the publishes and outputs of programs under test too: .dyno/subjects");
    private readonly Option<bool> _dryRun = Symbols.Flag("--dry-run", "List what would be removed, and stop");

    public PruneCommand(Terminal terminal) : base("prune", "Remove old runs from .dyno/runs, and publishes of programs from .dyno/subjects. Runs with tags stay.")
    {
        _terminal = terminal;
        AddGroupedOptions();
        SetAction(parsed => Prune(Read(parsed)));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Options", _keep, _older, _tagged, _subjects, _dryRun)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("See what would be removed", "dyno prune --keep 50 --dry-run"),
        new("Keep the newest 50, and every run with a tag", "dyno prune --keep 50"),
        new("Remove the publishes of all programs; the next run publishes again", "dyno prune --subjects"),
        new("Remove what is older than a month, but never the newest 10", "dyno prune --older 30d --keep 10"),
    ];

    private PruneOptions Read(ParseResult parsed)
    {
        var problems = new List<Problem>();
        var (keep, older) = (parsed.GetValue(_keep), parsed.GetValue(_older));
        TimeSpan? age = null;
        if (keep is null && older is null && !parsed.GetValue(_subjects)) problems.Add(new Problem("prune", null, null, "neither --keep nor --older says which runs to remove", "write --keep 50 or --older 30d; or --subjects for the publishes of programs"));
        if (keep < 0) problems.Add(new Problem("--keep", null, null, $"{keep} is below zero", "write the number of runs to keep, such as 50"));
        if (older is not null && !TryAge(older, out age)) problems.Add(new Problem("--older", null, null, $"'{older}' is not a time with a unit", "write 30d or 12h"));
        if (problems.Count > 0) throw new UserFault([.. problems]);
        return new PruneOptions
        {
            Keep = keep,
            OlderThan = age,
            IncludesTagged = parsed.GetValue(_tagged),
            IncludesSubjects = parsed.GetValue(_subjects),
            IsDryRun = parsed.GetValue(_dryRun),
        };
    }

    // A number without a unit would be read as milliseconds, and every run would be removed.
    private static bool TryAge(string text, out TimeSpan? age)
    {
        var isTime = DurationText.TryParseTyped(text, out var length) && text.Any(char.IsLetter);
        age = isTime ? length : null;
        return isTime;
    }

    private int Prune(PruneOptions options)
    {
        if (options.Keep is not null || options.OlderThan is not null) PruneRuns(options);
        foreach (var line in new SubjectPruning(options, _terminal).Lines(_terminal.Time.GetUtcNow())) _terminal.Out.WriteLine(line);
        return ExitCode.Success;
    }

    private void PruneRuns(PruneOptions options)
    {
        var store = RunStore.Here(_terminal.Folder);
        var selection = PruneSelection.Of(store.List(), options, _terminal.Time.GetUtcNow());
        var bytes = 0L;
        foreach (var run in selection.Removed)
        {
            bytes += new FileInfo(run.Path).Length;
            if (!options.IsDryRun) store.Remove(run);
            _terminal.Out.WriteLine($"{(options.IsDryRun ? "would remove" : "removed")} {run.Id}");
        }
        _terminal.Out.WriteLine(Summary(selection, bytes, options));
    }

    private static string Summary(PruneSelection selection, long bytes, PruneOptions options)
    {
        var kept = selection.KeptForTags > 0 ? $"; {FigureText.Count(selection.KeptForTags, "old run")} stayed because of tags (--include-tagged removes them too)" : "";
        if (selection.Removed.IsEmpty) return $"nothing to remove{kept}";
        return $"{FigureText.Count(selection.Removed.Length, "run")}, {FigureText.Traffic(bytes)}{(options.IsDryRun ? " would be removed" : "")}{kept}";
    }
}
