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

/// <summary>How the program moved from commit to commit: what <c>dyno trend</c> shows of the records in <c>.dyno/history</c>.</summary>
internal static class TrendApi
{
    public static void Map(IEndpointRouteBuilder routes) =>
        routes.MapGet("/api/trend", (OpenFolder folder, string? metric, string? series, CancellationToken cancellation) => ReportAsync(folder, metric, series, cancellation))
            .WithTags("History").WithSummary("The commits at which the program changed, by the records of the folder; one metric, or the headline of each series").WithName("getTrend");

    private static async Task<ReportView> ReportAsync(OpenFolder folder, string? metric, string? series, CancellationToken cancellation)
    {
        var files = new RecordFolder(Path.Combine(folder.State, "history")).Files();
        if (files.IsEmpty) throw RefusedException.NotFound("no record of a commit is kept in this folder", "fetch those of your pipeline: dyno history pull");
        var lineage = await new Repository(folder.Root).LineageAsync("HEAD", cancellation);
        var trend = TrendAnalysis.Of(Path.Combine(".dyno", "history"), RecordSet.Of(files), lineage,
            new TrendOptions { Metric = string.IsNullOrEmpty(metric) ? null : metric, Series = string.IsNullOrEmpty(series) ? null : series });
        var fragment = HtmlFragment.Of(trend);
        return new ReportView(fragment.Title, fragment.Body, JsonElement.Parse(fragment.Charts), [], "");
    }
}
