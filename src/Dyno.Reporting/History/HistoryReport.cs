using System.Globalization;
using Dyno.Metrics.Figures;
using Dyno.Reporting.Console;
using Dyno.Results.Runs;
using Dyno.Results.Store;
using Spectre.Console;

namespace Dyno.Reporting.History;

/// <summary>Runs as a table, one line each, in the order they are given.</summary>
public static class HistoryReport
{
    private static readonly string[] Headings = ["id", "when", "name", "target", "rate", "p99", "health", "tags"];
    private const int Gap = 2;
    private const int Narrowest = 10;
    private const int FewestOfProgram = 4;

    /// <summary>The table as text.</summary>
    /// <param name="runs">The runs.</param>
    /// <param name="zone">The reader's time zone.</param>
    /// <param name="style">Width and colours of the reader's screen. Names and targets are cut so that a line fits, if it can.</param>
    public static string Render(IReadOnlyList<RunDigest> runs, TimeZoneInfo zone, ReportStyle style)
    {
        ArgumentNullException.ThrowIfNull(runs);
        var cells = runs.Select(run => CellsOf(run, zone)).ToList();
        var room = style.Width - Enumerable.Range(0, Headings.Length).Where(column => column is not (2 or 3))
            .Sum(column => cells.Select(row => row[column].Length).Append(Headings[column].Length).Max() + Gap);
        var (name, target) = Share(room, Longest(cells, 2), Longest(cells, 3));
        var table = new Table { Border = TableBorder.None, Expand = false };
        for (var column = 0; column < Headings.Length; column++) table.AddColumn(ColumnOf(column));
        foreach (var (run, row) in runs.Zip(cells)) table.AddRow(RowOf(run, row, name, target));
        using var text = new StringWriter();
        var console = ConsoleReport.ConsoleFor(text, style with { Width = 1000 }); // the cells are cut to fit, so the console must not wrap them
        console.Write(table);
        return ConsoleReport.Trimmed(text.ToString());
    }

    private static string[] CellsOf(RunDigest run, TimeZoneInfo zone) =>
    [
        run.Id,
        TimeZoneInfo.ConvertTime(run.StartedAt, zone).ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture),
        IsMadeFromTarget(run) ? "" : run.Name,
        run.Target,
        FigureText.Rate(run.Figures.GetValueOrDefault("rate")),
        run.P99Nanos is { } p99 ? (run.P99IsReliable ? "" : "~") + FigureText.TimeCell(p99) : "–",
        StateOf(run),
        string.Join(", ", run.Tags),
    ];

    // The name repeats the target if it is a URL's host and path, or the path alone of a program that Dyno started.
    private static bool IsMadeFromTarget(RunDigest run) => run.Target.Contains(run.Name, StringComparison.Ordinal)
        || run.Name.EndsWith(run.Target.Split(" on ")[0], StringComparison.Ordinal);

    // The state of a run that did not complete names its outcome too. Its health covers only the part that was measured.
    private static string StateOf(RunDigest run)
    {
        var health = run.Health switch { HealthState.Healthy => "healthy", HealthState.Strained => "strained", _ => "void" };
        return run.Outcome switch
        {
            RunOutcome.Completed => health,
            RunOutcome.ThresholdAborted => $"{health}, ended by a threshold",
            _ => $"{health}, {run.Outcome.ToString().ToLowerInvariant()}",
        };
    }

    private static Line[] RowOf(RunDigest run, string[] row, int name, int target)
    {
        row[2] = Cut(row[2], name);
        row[3] = CutTarget(row[3], target);
        return [.. row.Select((cell, column) =>
        {
            var text = Spaced(cell, column);
            return column == 6 ? Coloured(new Line(), text, run.Health) : Line.Of(text);
        })];
    }

    // The beginnings of targets (hosts, folders) are often alike and their ends (paths, files) differ, so targets are cut at the front.
    // In a route on a program, the program's folder is cut.
    private static string CutTarget(string target, int most)
    {
        const string On = " on ";
        if (target.Length <= most || target.Split(On) is not [var route, var program]) return CutFront(target, most);
        var room = most - route.Length - On.Length;
        return room < FewestOfProgram ? CutFront(target, most) : route + On + CutFront(program, room);
    }

    private static string Spaced(string cell, int column) => column == 0 ? cell : new string(' ', Gap) + cell;

    private static TableColumn ColumnOf(int column) => new(new Line().Quiet(Spaced(Headings[column], column)))
    {
        NoWrap = true,
        Padding = new Padding(0),
        Alignment = Headings[column] is "rate" or "p99" ? Justify.Right : Justify.Left,
    };

    private static Line Coloured(Line line, string text, HealthState state) => state switch
    {
        HealthState.Healthy => line.Good(text),
        HealthState.Strained => line.Doubtful(text),
        _ => line.Bad(text),
    };

    private static int Longest(List<string[]> cells, int column) => cells.Select(row => row[column].Length).Append(Headings[column].Length).Max();

    // Name and target are shown whole when there is room. Otherwise a short one is shown whole, and the other gets the rest.
    private static (int Name, int Target) Share(int room, int name, int target)
    {
        room = Math.Max(2 * Narrowest, room - 2 * Gap);
        if (name + target <= room) return (name, target);
        var half = room / 2;
        if (name <= half) return (name, room - name);
        return target <= half ? (room - target, target) : (half, room - half);
    }

    private static string CutFront(string text, int length) => text.Length <= length ? text : "…" + text[^(length - 1)..];

    private static string Cut(string text, int length) => text.Length <= length ? text : text[..(length - 1)] + "…";
}
