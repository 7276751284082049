using Dyno.History;

namespace Dyno.Dashboard;

/// <summary>How the program of the folder moved from commit to commit: what <c>dyno trend --html</c> writes.</summary>
internal static class TrendApi
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet("/api/trend", (OpenFolder folder, string? metric, CancellationToken cancellation) => ReportAsync(folder.Root, metric, cancellation))
            .WithTags("Trend").WithSummary("The records of the folder's commits: charts, and the commits at which a metric changed").WithName("getTrend");

    private static async Task<ReportView> ReportAsync(string root, string? metric, CancellationToken cancellation)
    {
        var records = new RecordFolder(Path.Combine(root, ".dyno", "history"));
        var files = records.Files();
        if (files.IsEmpty)
            throw RefusedException.NotFound("this folder has no history of commits yet", "dyno history pull fetches it; dyno history push adds a comparison of two commits");
        var lineage = await new Repository(root).LineageAsync("HEAD", cancellation);
        var trend = TrendAnalysis.Of(records.Path, RecordSet.Of(files), lineage, new TrendOptions { Metric = metric, Last = 500, Newest = 1 });
        var fragment = HtmlFragment.Of(trend);
        return new ReportView(fragment.Title, fragment.Body, JsonElement.Parse(fragment.Charts), [], "");
    }
}
