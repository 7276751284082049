using static Dyno.Cli.Symbols;

namespace Dyno.Cli;

/// <summary><c>dyno trend</c>: how the program moved from commit to commit, and at which commits it changed.</summary>
internal sealed class TrendCommand : DocumentedCommand
{
    private const int FewestCommits = 8;
    private const int MostCommits = 2000;

    private readonly Terminal _terminal;
    private readonly Argument<string?> _source = new("REMOTE")
    {
        Description = "A branch or a folder (default: the records in .dyno/history)",
        Arity = ArgumentArity.ZeroOrOne,
    };
    private readonly Option<string?> _metric = Text("--metric", "NAME", "The metric, such as rate or server.cpuPerRequest (default: the headline)");
    private readonly Option<string?> _series = Text("--series", "TEXT", "Only series with this text in their name");
    private readonly Option<string?> _branch = Text("--branch", "REVISION", "The branch whose commits are shown (default: HEAD)");
    private readonly Option<int?> _last = Number("--last", "N", "Only the newest N commits (default: 500)");
    private readonly Option<int?> _newest = Number("--newest", "N", "A change is new when it was first seen with one of the newest N commits (default: 1)");
    private readonly Option<string?> _failOn = Choice("--fail-on", "Exit with 98 on a regression (regression:new: first seen with the newest commit)", "regression:new", "regression");
    private readonly Option<string?> _html = Text("--html", "FILE", "Write a page with charts to this file");
    private readonly Option<bool> _json = Flag("--json", "Print the trend as JSON");

    public TrendCommand(Terminal terminal) : base("trend", "Show how a program moved from commit to commit, and name the commits at which it changed.")
    {
        _terminal = terminal;
        Add(_source);
        AddGroupedOptions();
        SetAction((parsed, _) => RunAsync(parsed));
    }

    public override IReadOnlyList<OptionGroup> Groups => [new("Options", _metric, _series, _branch, _last, _newest, _failOn, _html, _json)];

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("The history of this repository", "dyno history pull\n  dyno trend"),
        new("Straight from the branch, with a page", "dyno trend dyno-data --html trend.html"),
        new("In CI on main, after dyno history push: exit with 98 when a regression is seen for the first time", "dyno trend dyno-data --fail-on regression:new"),
        new("CPU time per request of one endpoint", "dyno trend --metric server.cpuPerRequest --series /orders"),
    ];

    public override string Epilogue => ExitCodeTable.Text;

    private async Task<int> RunAsync(ParseResult parsed)
    {
        using var interruption = new Interruption(_terminal, _ => { });
        var options = Read(parsed);
        if (parsed.GetValue(_html) is { } page) ResultFiles.ThrowUnlessWritable("--html", page);
        var (source, files) = await FilesAsync(parsed.GetValue(_source), interruption.Signals.Stopping);
        var branch = parsed.GetValue(_branch);
        var lineage = await new Repository(_terminal.Folder).LineageAsync(branch ?? "HEAD", interruption.Signals.Stopping);
        if (lineage is null && branch is not null) throw new UserFault("--branch needs a repository, and this folder is in none", "change into the repository, or leave --branch out");
        var trend = TrendAnalysis.Of(source, RecordSet.Of(files), lineage, options);
        var wanted = ImmutableArray.CreateBuilder<ReportTarget>();
        wanted.Add(new ReportTarget(parsed.GetValue(_json) ? "json" : "console", null));
        if (parsed.GetValue(_html) is { } file) wanted.Add(new ReportTarget("html", file));
        var reports = new ReportWriter(wanted.ToImmutable(), ReportLayout.Summary, _terminal);
        reports.Print(TrendExporters.All, trend);
        foreach (var written in reports.WriteFiles(TrendExporters.All, trend, "trend")) await _terminal.Error.WriteLineAsync($"dyno: report: {written}");
        return FailsOn(parsed.GetValue(_failOn), trend) ? ExitCode.Regression : ExitCode.Success;
    }

    private TrendOptions Read(ParseResult parsed)
    {
        var problems = new List<Problem>();
        var (last, newest) = (parsed.GetValue(_last) ?? 500, parsed.GetValue(_newest) ?? 1);
        if (last is < FewestCommits or > MostCommits) problems.Add(new Problem("--last", null, null, $"{last} is not between {FewestCommits} and {MostCommits:N0}", "write --last 200"));
        if (newest < 1) problems.Add(new Problem("--newest", null, null, $"{newest} is below one", "write --newest 1"));
        if (problems.Count > 0) throw new UserFault([.. problems]);
        return new TrendOptions { Metric = parsed.GetValue(_metric), Series = parsed.GetValue(_series), Last = last, Newest = newest };
    }

    private async Task<(string Source, ImmutableArray<HistoryFile> Files)> FilesAsync(string? text, CancellationToken cancellation)
    {
        if (text is null) return (RecordFolder.Here().Path, RecordFolder.Here(_terminal.Folder).Files());
        var remote = HistoryRemote.Parse(text, _terminal.Time, _terminal.Folder);
        return (remote.Name, await remote.PullAsync(ImmutableHashSet<string>.Empty, cancellation));
    }

    private static bool FailsOn(string? condition, TrendResult trend) => condition is not null
        && trend.Series.SelectMany(series => series.Changes).Any(change => change.IsRegression && (change.IsNew || condition == "regression"));
}
