namespace Dyno.Reporting;

/// <summary>The tables of a run's traces.</summary>
internal static class TraceTables
{
    public static IEnumerable<Block> Of(TraceResult? traces)
    {
        if (traces is null) yield break;
        if (!traces.Slowest.IsDefaultOrEmpty) yield return Table("Slowest requests", traces.Slowest);
        if (!traces.Failed.IsDefaultOrEmpty) yield return Table("Failed requests", traces.Failed);
    }

    private static TableBlock Table(string caption, ImmutableArray<TracedRequest> requests) => new(caption,
        [new("trace", false), new("request", false), new("answer", false), new("response"), new("service"), new("after")],
        [.. requests.Select(request => (ImmutableArray<Cell>)
        [
            new Cell(request.TraceId) { Link = request.Url }, request.Name,
            new Cell(request.Outcome, request.Status, request.Error is null ? Tone.Plain : Tone.Bad),
            RunTables.Time(request.ResponseNanos), RunTables.Time(request.ServiceNanos), new Cell(FigureText.Length(request.Seconds), request.Seconds),
        ])])
    {
        Note = requests.All(request => request.Sampled) ? "" : "Requests outside the share have ids, too: logs may name them, but a viewer has no trace.",
    };
}
