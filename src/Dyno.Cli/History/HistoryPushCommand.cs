using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary><c>dyno history push</c>: keeps comparisons as small records, where other machines find them.</summary>
internal sealed class HistoryPushCommand : DocumentedCommand
{
    private static readonly string[] BranchVariables = ["GITHUB_REF_NAME", "CI_COMMIT_BRANCH", "BUILD_SOURCEBRANCHNAME"];

    private readonly Terminal _terminal;
    private readonly Argument<string> _remote = RemoteArgument();
    private readonly Argument<string[]> _files = new("COMPARISON") { Description = "Comparisons that dyno compare --result FILE wrote (default: the latest one kept in .dyno/experiments)", Arity = ArgumentArity.ZeroOrMore };
    private readonly Option<string?> _branch = Text("--branch", "NAME", "The branch that was measured (default: what the CI system says, or the branch that is checked out)");
    private readonly Option<bool> _dryRun = Flag("--dry-run", "Print the records, and push nothing");

    public HistoryPushCommand(Terminal terminal) : base("push", "Add comparisons to a history that other machines share: a branch or a folder.")
    {
        _terminal = terminal;
        Add(_remote);
        Add(_files);
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(parsed.GetValue(_remote) ?? HistoryRemote.Usual, [.. parsed.GetValue(_files)
            ?? []], parsed.GetValue(_branch), parsed.GetValue(_dryRun)));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Options", _branch, _dryRun)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("On main, after each commit: measure it against its parent and a release, and keep the result in branch dyno-data",
            "dyno compare --git HEAD~1..HEAD --yardstick v1.2.0 --project src/Api --load /x\n  dyno history push"),
        new("Into a folder, and with it into a bucket", "dyno history push ./history\n  aws s3 sync ./history s3://ci-results/api"),
        new("A comparison that another job wrote", "dyno history push dyno-data comparison.json"),
    ];

    public static Argument<string> RemoteArgument() => new("REMOTE")
    {
        Description = "A branch of the repository (default: dyno-data), or a folder (./history)",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private async Task<int> RunAsync(string remoteText, ImmutableArray<string> files, string? branch, bool isDryRun)
    {
        using var interruption = new Interruption(_terminal, _ => { });
        var remote = HistoryRemote.Parse(remoteText, _terminal.Time, _terminal.Folder);
        branch ??= BranchVariables.Select(_terminal.Variable).FirstOrDefault(name => name is { Length: > 0 });
        var made = new List<HistoryFile>();
        if (files.IsEmpty) files = Latest();
        if (files.IsEmpty && isDryRun) throw NothingToPush();
        foreach (var file in files) made.Add(HistoryFile.Of(await RecordOfAsync(file, branch, interruption.Signals.Stopping)));
        if (isDryRun)
        {
            foreach (var file in made) await _terminal.Out.WriteAsync(file.Text);
            return ExitCode.Success;
        }
        var folder = RecordFolder.Here(_terminal.Folder);
        folder.Add(made);
        // Records of a push that failed are here still; what is no record stays here.
        var all = folder.Files().Where(IsRecord).ToList();
        if (all.Count == 0) throw NothingToPush();
        var added = await remote.PushAsync(all, interruption.Signals.Stopping);
        await _terminal.Out.WriteLineAsync(added == 0 ? $"{remote.Name} has all {FigureText.Count(all.Count, "record")} already" : $"{FigureText.Count(added, "record")} added to {remote.Name}");
        return ExitCode.Success;
    }

    private static UserFault NothingToPush() => new("there is nothing to push: no comparison is kept in .dyno/experiments",
        "measure first: dyno compare --git HEAD~1..HEAD --yardstick v1.2.0 --project PATH --load /hello");

    private bool IsRecord(HistoryFile file)
    {
        try
        {
            _ = HistoryRecordJson.Read(file.Text, file.Name);
            return true;
        }
        catch (UserFault damaged)
        {
            _terminal.Error.WriteLine($"dyno: not pushed: {damaged.Message}");
            return false;
        }
    }

    private async Task<HistoryRecord> RecordOfAsync(string file, string? branch, CancellationToken cancellation)
    {
        var comparison = ComparisonJson.ReadFile(file);
        var facts = await new Repository(_terminal.Folder).FactsAsync(RecordMaker.CommitOf(comparison, file), branch, cancellation);
        return RecordMaker.Of(comparison, facts, file);
    }

    private ImmutableArray<string> Latest()
    {
        var root = _terminal.PathOf(Path.Combine(".dyno", "experiments"));
        if (!Directory.Exists(root)) return [];
        return [.. Directory.GetDirectories(root).OrderDescending(StringComparer.Ordinal).Select(folder => Path.Combine(folder, "comparison.json")).Where(File.Exists).Take(1)];
    }
}
