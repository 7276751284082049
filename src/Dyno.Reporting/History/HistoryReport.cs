namespace Dyno.Reporting;

/// <summary>Runs as a table, one line each, in the order they are given.</summary>
public static class HistoryReport
{
    private static readonly string[] Headings = ["id", "when", "name", "target", "rate", "p99", "health", "resends", "tags"];
    private const int When = 1;
    private const int Name = 2;
    private const int Target = 3;
    private const int Health = 6;
    private const int Resends = 7;
    private const int Tags = 8;
    private const int WideScreen = 100;
    private const int Gap = 2;
    private const int Narrowest = 10;
    private const int FewestOfProgram = 4;

    /// <summary>The table as text.</summary>
    /// <param name="style">Width and colours of the reader's screen. Names and targets are cut so that a line fits, if it can.</param>
    public static string Render(IReadOnlyList<RunDigest> runs, TimeZoneInfo zone, ReportStyle style)
    {
        var cells = runs.Select(run => CellsOf(run, zone)).ToList();
        var shown = Shown(cells, style.Width);
        var room = style.Width - shown.Where(column => column is not (Name or Target)).Sum(column => Longest(cells, column) + Gap);
        var (name, target) = shown.Contains(Name) ? Share(room, Longest(cells, Name), Longest(cells, Target)) : (0, Math.Max(Narrowest, room - Gap));
        var table = new Table { Border = TableBorder.None, Expand = false };
        foreach (var column in shown) table.AddColumn(ColumnOf(column));
        foreach (var (run, row) in runs.Zip(cells)) table.AddRow(RowOf(run, row, shown, name, target));
        using var text = new StringWriter();
        var console = ConsoleReport.ConsoleFor(text, style with { Width = 1000 }); // the cells are cut to fit, so the console must not wrap them
        console.Write(table);
        return ConsoleReport.Trimmed(text.ToString());
    }

    // Every id begins with its time, so a narrow screen leaves the time out. A column without a single entry only takes space.
    private static List<int> Shown(List<string[]> cells, int width) =>
        [.. Enumerable.Range(0, Headings.Length).Where(column => (column != When || width >= WideScreen)
            && (column is not (Name or Resends or Tags) || cells.Exists(row => row[column].Length > 0)))];

    private static string[] CellsOf(RunDigest run, TimeZoneInfo zone) =>
    [
        run.Id,
        TimeZoneInfo.ConvertTime(run.StartedAt, zone).ToString("yyyy-MM-dd HH:mm", CultureInfo.InvariantCulture),
        IsMadeFromTarget(run) ? "" : run.Name,
        run.Target,
        FigureText.Rate(run.Figures.GetValueOrDefault("rate")),
        run.P99Nanos is { } p99 ? (run.P99IsReliable ? "" : "~") + FigureText.TimeCell(p99) : "–",
        StateOf(run),
        run.Resends is > 0 ? FigureText.Count(run.Resends.Value) : "",
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

    private static Line[] RowOf(RunDigest run, string[] row, List<int> shown, int name, int target)
    {
        row[Name] = Cut(row[Name], name);
        row[Target] = CutTarget(row[Target], target);
        return [.. shown.Select(column =>
        {
            var text = Spaced(row[column], column);
            return column == Health ? Coloured(new Line(), text, run.Health) : Line.Of(text);
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
        Alignment = Headings[column] is "rate" or "p99" or "resends" ? Justify.Right : Justify.Left,
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

    private static string Cut(string text, int length) => text.Length <= length ? text : text[..Math.Max(0, length - 1)] + "…";
}
