namespace Dyno.Cli;

/// <summary><c>dyno history pull</c>: fetches the records of a history.</summary>
internal sealed class HistoryPullCommand : DocumentedCommand
{
    private readonly Terminal _terminal;

    public HistoryPullCommand(Terminal terminal) : base("pull", "Fetch the records of a history into .dyno/history.")
    {
        _terminal = terminal;
        var remote = HistoryPushCommand.RemoteArgument();
        Add(remote);
        SetAction((parsed, _) => RunAsync(parsed.GetValue(remote) ?? HistoryRemote.Usual));
    }

    public override IReadOnlyList<OptionGroup> Groups => [];

    public override IReadOnlyList<Example> Examples { get; } =
        [new("From the branch dyno-data, then look at it", "dyno history pull\n  dyno trend"), new("From a bucket", "aws s3 sync s3://ci-results/api ./history\n  dyno history pull ./history")];

    private async Task<int> RunAsync(string text)
    {
        using var interruption = new Interruption(_terminal, _ => { });
        var remote = HistoryRemote.Parse(text, _terminal.Time, _terminal.Folder);
        var folder = RecordFolder.Here(_terminal.Folder);
        var files = await remote.PullAsync(folder.Names().ToHashSet(StringComparer.Ordinal), interruption.Signals.Stopping);
        // A damaged file is not kept: the next pull finds it again, and says it again.
        var added = 0;
        foreach (var file in files)
        {
            var read = RecordSet.Of([file]);
            foreach (var skipped in read.Skipped) await _terminal.Error.WriteLineAsync($"dyno: {skipped}");
            if (!read.Records.IsEmpty) added += folder.Add([file]);
        }
        await _terminal.Out.WriteLineAsync($"{FigureText.Count(added, "new record")} from {remote.Name}; {FigureText.Count(folder.Names().Length, "record")} in {RecordFolder.Here().Path}");
        return ExitCode.Success;
    }
}
