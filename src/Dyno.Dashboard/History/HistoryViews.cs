namespace Dyno.Dashboard;

/// <summary>A page of the history.</summary>
/// <param name="Unreadable">The runs that cannot be read, with the reason.</param>
internal sealed record HistoryPage(ImmutableArray<RunRow> Runs, int Found, int Stored, ImmutableArray<UnreadableRun> Unreadable);

/// <summary>A run as one row; figures are texts with their units, spelled as in every report.</summary>
internal sealed record RunRow
{
    public required string Id { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    public required string Name { get; init; }

    public required string Target { get; init; }

    public required RunOutcome Outcome { get; init; }

    public required HealthState Health { get; init; }

    /// <summary>Good answers per second.</summary>
    public required string Rate { get; init; }

    public required string P50 { get; init; }

    /// <summary>The p99, marked with <c>~</c> when it rests on too few values.</summary>
    public required string P99 { get; init; }

    public required string Failed { get; init; }

    public required ImmutableSortedSet<string> Tags { get; init; }

    /// <summary>The first line of the note; empty without one.</summary>
    public required string Note { get; init; }

    public static RunRow Of(RunDigest run, string note) => new()
    {
        Id = run.Id,
        StartedAt = run.StartedAt,
        Name = run.Name,
        Target = run.Target,
        Outcome = run.Outcome,
        Health = run.Health,
        Rate = FigureText.Rate(run.Figures.GetValueOrDefault("rate")),
        P50 = run.P50Nanos is { } p50 ? FigureText.Time(p50) : "–",
        P99 = run.P99Nanos is { } p99 ? (run.P99IsReliable ? "" : "~") + FigureText.Time(p99) : "–",
        Failed = run.FailedRequests == 0 ? "none" : $"{FigureText.Count(run.FailedRequests)} ({FigureText.Percent(run.FailedRequests, run.Requests)})",
        Tags = run.Tags,
        Note = note.Split('\n')[0],
    };
}

/// <summary>A report for a page: markup in which the report's own writer encoded every text, and the points of its charts.</summary>
/// <param name="Tags">The run's tags; empty for a comparison.</param>
internal sealed record ReportView(string Title, string Html, JsonElement Charts, ImmutableSortedSet<string> Tags, string Note);

/// <summary>Tags and a note that a page sets.</summary>
/// <param name="Tags">All tags of the run; null: unchanged.</param>
/// <param name="Note">Its note; null: unchanged.</param>
internal sealed record RunMarks(ImmutableArray<string>? Tags, string? Note);

/// <summary>A format of reports.</summary>
/// <param name="Format">Its name, as <c>dyno report -f</c> takes it.</param>
/// <param name="Extension">The ending of its files, with the dot.</param>
internal sealed record DownloadFormat(string Format, string Extension);
