namespace Dyno.Outputs;

/// <summary>
/// One figure of a point. Every output sends these figures, with the names and units that are usual for its receiver. A new figure of the
/// generator needs a line here, a new one of the server a line in <see cref="FigureTable"/>.
/// </summary>
/// <param name="Name">Words joined by an underscore, without unit.</param>
/// <param name="IsCount">Whether the figure is a counter, which never decreases within a phase.</param>
/// <param name="Of">Reads the figure; null when the run has no such figure.</param>
internal sealed record OutputFigure(string Name, OutputUnit Unit, bool IsCount, string What, Func<RunSnapshot, double?> Of)
{
    private const double NanosPerSecond = 1e9;

    /// <summary>The figures of the generator except the response times.</summary>
    public static ImmutableArray<OutputFigure> All { get; } =
    [
        Count("requests", "Answers and failures", s => s.Requests),
        Count("failed_requests", "Requests without a usable answer or with a failing status", s => s.FailedRequests),
        Count("iterations", "Iterations that ended", s => s.Iterations),
        Count("dropped_iterations", "Starts that found no free virtual user", s => s.DroppedIterations),
        Count("sent", "Bytes sent, before TLS", s => s.BytesSent, OutputUnit.Bytes),
        Count("received", "Bytes received, after TLS", s => s.BytesReceived, OutputUnit.Bytes),
        new("requests_per_second", OutputUnit.None, false, "Requests per second in the last interval", s => s.RequestsPerSecond),
        new("offered_per_second", OutputUnit.None, false, "Starts per second that were due in the last interval (open model)", s => s.OfferedPerSecond),
        new("active_vus", OutputUnit.None, false, "Virtual users in an iteration", s => s.ActiveVirtualUsers),
    ];

    /// <summary>Response times of every request in the last interval.</summary>
    public static ImmutableArray<OutputFigure> ResponseTimes { get; } =
    [
        Time("mean", "Mean", s => s.MeanNanos),
        Time("p50", "Median", s => s.P50Nanos),
        Time("p95", "95th percentile", s => s.P95Nanos),
        Time("p99", "99th percentile", s => s.P99Nanos),
        Time("max", "Largest", s => s.MaxNanos),
    ];

    /// <summary>The figures of the server in the last second, when it is watched.</summary>
    public static ImmutableArray<OutputFigure> Server =>
    [
        .. FigureTable.All.Values.Where(figure => figure.IsLive && figure.Source is FigureSource.Process or FigureSource.Runtime).Select(OfServer),
    ];

    // server.gcPause becomes server_gc_pause_ratio.
    private static OutputFigure OfServer(Figure figure)
    {
        var isBytes = figure.Unit.Dimension is FigureDimension.Memory or FigureDimension.Traffic;
        var end = figure.Unit.Dimension switch { FigureDimension.Share => "_ratio", FigureDimension.Cpus => "_cores", FigureDimension.Time => "_seconds", _ => "" };
        var toSeconds = figure.Unit.Dimension == FigureDimension.Time ? figure.Unit.Factor / NanosPerSecond : 1;
        return new OutputFigure(Words(figure.Name) + end, isBytes ? OutputUnit.Bytes : OutputUnit.None, IsCount: false, $"{figure.Title}, in the last second",
            snapshot => snapshot.Server is { } server && server.Figures.TryGetValue(figure.Name, out var value) ? value * toSeconds : null);
    }

    private static string Words(string name) =>
        string.Concat(name.Select(c => c == '.' ? "_" : char.IsAsciiLetterUpper(c) ? $"_{char.ToLowerInvariant(c)}" : c.ToString()));

    private static OutputFigure Count(string name, string what, Func<RunSnapshot, double?> of, OutputUnit unit = OutputUnit.None) =>
        new(name, unit, IsCount: true, what, of);

    // An interval without a finished request has no response time: null is sent instead of zero.
    private static OutputFigure Time(string name, string what, Func<RunSnapshot, double> nanos) => new(
        name, OutputUnit.Seconds, IsCount: false, $"{what} of the response times of every request in the last interval",
        s => nanos(s) > 0 ? nanos(s) / NanosPerSecond : null);
}

/// <summary>Units of figures, before an output converts them to its own.</summary>
internal enum OutputUnit
{
    None, // a count, a rate, or a number of users
    Seconds,
    Bytes,
}
