using System.Text.Json;
using Dyno.Dashboard.Folders;
using Dyno.Dashboard.History;
using Dyno.Dashboard.Serving;
using Dyno.History.Commits;
using Dyno.History.Records;
using Dyno.History.Trends;
using Dyno.Reporting.Html;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace Dyno.Dashboard.Trends;

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
        var fragment = HtmlFragment.Of(TrendAnalysis.Of(records.Path, RecordSet.Of(files), lineage, new TrendOptions { Metric = metric, Last = 500, Newest = 1 }));
        return new ReportView(fragment.Title, fragment.Body, JsonElement.Parse(fragment.Charts), [], "");
    }
}
