namespace Dyno.Dashboard;

/// <summary>The runs of the folder: list, read, mark, compare, delete.</summary>
internal sealed class HistoryApi(OpenFolder folder, RunTrash trash, EventHub events)
{
    private const int MostCompared = 8;
    private readonly RunIndex _index = new(folder.Runs);

    public static void Map(IEndpointRouteBuilder routes)
    {
        var history = routes.MapGroup("/api/history").WithTags("History");
        history.MapGet("", (HistoryApi api, string? search, HealthState? health, string? sort, int? offset, int? limit) =>
            api.List(new HistoryQuery(search, health, sort), offset ?? 0, limit ?? 100)).WithSummary("The runs of the folder, newest first; every word of search must be found").WithName("listRuns");
        routes.MapGet("/api/report-formats", () => RunExporters.All.Select(exporter => new DownloadFormat(exporter.Format, exporter.Extension)))
            .WithTags("History").WithSummary("The formats in which a run can be downloaded").WithName("listReportFormats");
        history.MapGet("/{id}", (HistoryApi api, string id) => api.Report(id)).WithSummary("The report of a run").WithName("getRun");
        history.MapGet("/{id}/files/{format}", (HistoryApi api, string id, string format) => api.File(id, format)).WithSummary("A run in another format: md, csv, json, html, junit …").WithName("downloadRun");
        history.MapPut("/{id}/marks", (HistoryApi api, string id, RunMarks marks) => api.Mark(id, marks)).WithSummary("Sets tags and note of a run").WithName("markRun");
        history.MapDelete("/{id}", (HistoryApi api, string id) => api.Delete(id)).WithSummary("Moves a run to the trash, where it stays for a week").WithName("deleteRun");
        history.MapPost("/{id}/restore", (HistoryApi api, string id) => api.Restore(id)).WithSummary("Restores a run from the trash").WithName("restoreRun");
        routes.MapGet("/api/compare", (HistoryApi api, string ids) => api.Compare(ids.Split(',')))
            .WithTags("History").WithSummary("Two to eight runs side by side: figures, caveats, overlaid charts; ids are separated by commas, the first is the baseline").WithName("compareRuns");
    }

    private HistoryPage List(HistoryQuery query, int offset, int limit)
    {
        var listing = _index.Read();
        var found = query.Of(listing.Runs, NoteOf);
        return new HistoryPage([.. found.Skip(offset).Take(Math.Clamp(limit, 1, 1_000)).Select(run => RunRow.Of(run, NoteOf(run)))],
            found.Length, listing.Runs.Length, listing.Unreadable);
    }

    private ReportView Report(string id)
    {
        var run = Find(id);
        var fragment = HtmlFragment.Of(RunResultJson.ReadFile(run.Path));
        return new ReportView(fragment.Title, fragment.Body, JsonElement.Parse(fragment.Charts), RunTags.Of(run), RunNote.Of(run));
    }

    private FileContentHttpResult File(string id, string format)
    {
        var exporter = RunExporters.All.FirstOrDefault(known => known.Format == format) ?? throw RefusedException.NotFound($"there is no format {format}");
        var text = exporter.Export(RunResultJson.ReadFile(Find(id).Path), new ReportStyle(Width: 100, HasColour: false) { Layout = ReportLayout.Full });
        // The report is a download and never displayed, because it may hold text from an answer.
        return TypedResults.File(System.Text.Encoding.UTF8.GetBytes(text), "application/octet-stream", $"{id}{exporter.Extension}");
    }

    private NoContent Mark(string id, RunMarks marks)
    {
        var run = Find(id);
        if (marks.Tags is { } tags)
        {
            if (tags.FirstOrDefault(tag => !RunTags.IsValid(tag)) is { } wrong)
                throw RefusedException.Wrong($"'{wrong}' cannot be a tag", "write a letter first, then letters, digits and . _ - / (60 at most; 'last' is taken)");
            RunTags.Set(run, [.. tags]);
        }
        if (marks.Note is { Length: > RunNote.MaxLength }) throw RefusedException.Wrong($"the note is longer than {RunNote.MaxLength} characters");
        if (marks.Note is { } note) RunNote.Set(run, note);
        events.Send(EventHub.History, new { });
        return TypedResults.NoContent();
    }

    private NoContent Delete(string id)
    {
        trash.Put(Find(id));
        events.Send(EventHub.History, new { });
        return TypedResults.NoContent();
    }

    private NoContent Restore(string id)
    {
        trash.Restore(id);
        events.Send(EventHub.History, new { });
        return TypedResults.NoContent();
    }

    private ReportView Compare(string[] ids)
    {
        if (ids.Length is < 2 or > MostCompared) throw RefusedException.Wrong($"{ids.Length} runs cannot be compared", $"choose 2 to {MostCompared}");
        ImmutableArray<(string Name, RunResult Run)> runs = [.. NamesOf(ids).Zip(ids.Select(id => RunResultJson.ReadFile(Find(id).Path)))];
        var fragment = HtmlFragment.Of(StoredComparison.Of(runs), runs);
        return new ReportView(fragment.Title, fragment.Body, JsonElement.Parse(fragment.Charts), [], "");
    }

    // Runs are named by their first tags, or by their ids where two runs share a tag.
    private IEnumerable<string> NamesOf(string[] ids)
    {
        var names = ids.Select(id => RunTags.Of(Find(id)).FirstOrDefault() ?? id).ToList();
        return names.Distinct(StringComparer.Ordinal).Count() == names.Count ? names : ids;
    }

    // Only a whole id is accepted: pages know whole ids, and the beginning of an id must never select a run to delete.
    private StoredRun Find(string id) => folder.Runs.List().FirstOrDefault(run => run.Id == id)
        ?? throw RefusedException.NotFound($"there is no run {id}", "the run may have been deleted: look in the history");

    private string NoteOf(RunDigest run) => RunNote.Of(new StoredRun(run.Id, Path.Combine(folder.Runs.Folder, run.Id + ".json")));
}
