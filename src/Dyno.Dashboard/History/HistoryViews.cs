using System.Collections.Immutable;
using System.Text.Json;
using Dyno.Reporting.Figures;
using Dyno.Results.Runs;
using Dyno.Results.Store;

namespace Dyno.Dashboard.History;

/// <summary>A page of the history.</summary>
/// <param name="Runs">The runs.</param>
/// <param name="Found">How many fit in all.</param>
/// <param name="Stored">How many are stored.</param>
/// <param name="Unreadable">Those that cannot be read, with what is wrong.</param>
internal sealed record HistoryPage(ImmutableArray<RunRow> Runs, int Found, int Stored, ImmutableArray<UnreadableRun> Unreadable);

/// <summary>A run as one row: figures as texts with their units, as every report spells them.</summary>
internal sealed record RunRow
{
    public required string Id { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    public required string Name { get; init; }

    public required string Target { get; init; }

    public required RunOutcome Outcome { get; init; }

    public required HealthState Health { get; init; }

    /// <summary>Requests a second.</summary>
    public required string Rate { get; init; }

    public required string P50 { get; init; }

    /// <summary>With <c>~</c> when it rests on too few values.</summary>
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
        Rate = $"{Figure.Digits(run.RequestsPerSecond)}/s",
        P50 = run.P50Nanos is { } p50 ? Figure.Time(p50) : "–",
        P99 = run.P99Nanos is { } p99 ? (run.P99IsReliable ? "" : "~") + Figure.Time(p99) : "–",
        Failed = run.FailedRequests == 0 ? "none" : $"{Figure.Count(run.FailedRequests)} ({Figure.Percent(run.FailedRequests, run.Requests)})",
        Tags = run.Tags,
        Note = note.Split('\n')[0],
    };
}

/// <summary>A report for a page: markup in which every text was encoded by the report's own writer, and the points of its charts.</summary>
/// <param name="Title">What was measured.</param>
/// <param name="Html">The report's sections.</param>
/// <param name="Charts">Its charts.</param>
/// <param name="Tags">The run's tags; empty for a comparison.</param>
/// <param name="Note">The run's note.</param>
internal sealed record ReportView(string Title, string Html, JsonElement Charts, ImmutableSortedSet<string> Tags, string Note);

/// <summary>Tags and a note that a page sets.</summary>
/// <param name="Tags">All tags of the run; null: as they are.</param>
/// <param name="Note">Its note; null: as it is.</param>
internal sealed record RunMarks(ImmutableArray<string>? Tags, string? Note);
