namespace Dyno.Cli;

/// <summary><c>dyno history</c>: the runs kept in this folder.</summary>
internal sealed class HistoryCommand : DocumentedCommand
{
    private const int ShownByDefault = 30;
    private readonly Terminal _terminal;
    private readonly HistorySymbols _symbols = new();

    public HistoryCommand(Terminal terminal) : base("history", "List the runs kept in .dyno/runs, newest first; push and pull the history of commits.")
    {
        _terminal = terminal;
        Add(new HistoryPushCommand(terminal));
        Add(new HistoryPullCommand(terminal));
        AddGroupedOptions();
        SetAction(parsed => Print(parsed.GetValue(_symbols.Filters) ?? [], parsed.GetValue(_symbols.Limit), parsed.GetValue(_symbols.Json)));
    }

    public override IReadOnlyList<OptionGroup> Groups => _symbols.Groups;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("The latest 30", "dyno history"),
        new("Healthy runs of one API in the last week", "dyno history --filter orders --filter health=healthy --filter 'age<7d'"),
        new("Runs that were too slow, for a script", "dyno history --filter 'p99>200ms' --json"),
        new("Share comparisons of commits with other machines, and see the trend", "dyno history push\n  dyno trend dyno-data"),
    ];

    private ReportStyle Style => new(_terminal.Width, _terminal.OutHasColour);

    private int Print(string[] filters, int? limit, bool asJson)
    {
        var isWanted = RunFilter.Of(filters, _terminal.Time.GetUtcNow());
        var (all, unreadable) = StoredRuns.Digests(RunStore.Here(_terminal.Folder));
        var wanted = all.Where(isWanted).ToList();
        var shown = wanted.Take(limit ?? (asJson ? int.MaxValue : ShownByDefault)).ToList();
        if (asJson) _terminal.Out.WriteLine(HistoryJson.Write(shown));
        else if (shown.Count > 0) _terminal.Out.Write(HistoryReport.Render(shown, TimeZoneInfo.Local, Style));
        _terminal.Out.Flush();
        foreach (var failure in unreadable) _terminal.Error.WriteLine($"dyno: {failure.Message}");
        if (Remark(all.Length, wanted.Count, shown.Count) is { } remark) _terminal.Error.WriteLine($"dyno: {remark}");
        return ExitCode.Success;
    }

    private static string? Remark(int all, int wanted, int shown) => (all, wanted, shown) switch
    {
        (0, _, _) => "no run is stored here yet: `dyno run URL` keeps each run in .dyno/runs",
        (_, 0, _) => $"none of the {all} stored runs matches the filter",
        _ when wanted > shown => $"{wanted - shown} older not shown: dyno history -n {wanted}",
        _ => null,
    };
}
