using Microsoft.Extensions.DependencyInjection;

namespace Dyno.Aspire.Hosting;

/// <summary>Puts the result of a run beside the load in the dashboard: properties, and a link to the page of the run.</summary>
internal static class RunPublisher
{
    private const string Prefix = "dyno.";
    private const string LinkText = "Result";

    /// <summary>Publishes the result of the last run; does nothing when it left none. May be called again.</summary>
    /// <param name="resourceId">Id of the process in the dashboard.</param>
    /// <param name="services">Services of the app host.</param>
    public static async Task PublishAsync(DynoResource load, string resourceId, IServiceProvider services)
    {
        if (load.Documents.Read() is not { } run) return;
        var url = await LinkAsync(load, run);
        await services.GetRequiredService<ResourceNotificationService>().PublishUpdateAsync(load, resourceId, snapshot => snapshot with
        {
            Properties = [.. snapshot.Properties.Where(property => !property.Name.StartsWith(Prefix, StringComparison.Ordinal)), .. PropertiesOf(run)],
            Urls = url is null ? snapshot.Urls
                : [.. snapshot.Urls.Where(known => known.Url != url), new UrlSnapshot(null, url, false) { DisplayProperties = new(LinkText, 0) }],
        });
    }

    // The orchestrator makes the links anew from the annotations; one with an endpoint of the pages is shown while these are up.
    private static async Task<string?> LinkAsync(DynoResource load, ShownRun run)
    {
        if (load.Pages is not { IsAllocated: true } pages) return null;
        var url = $"{(await pages.GetValueAsync())?.TrimEnd('/')}/history/{Uri.EscapeDataString(run.Id)}";
        foreach (var old in load.Annotations.OfType<ResourceUrlAnnotation>().Where(link => link.DisplayText == LinkText).ToList()) load.Annotations.Remove(old);
        load.Annotations.Add(new ResourceUrlAnnotation { Url = url, DisplayText = LinkText, Endpoint = pages });
        return url;
    }

    private static ImmutableArray<ResourcePropertySnapshot> PropertiesOf(ShownRun run) =>
    [
        Property("health", "Health of the run", run.Health, 1),
        Property("rate", "Rate", run.RateText, 2),
        Property("p50", "Response time, p50", ShownRun.TextOf(run.MedianMillis), 3),
        Property("p99", "Response time, p99", ShownRun.TextOf(run.P99Millis), 4),
        Property("failed", "Failed requests", run.FailedText, 5),
        Property("requests", "Requests", run.Requests, 6),
        Property("crossedThresholds", "Thresholds crossed", run.CrossedThresholds, 7),
        Property("run", "Run", run.Id, 8),
    ];

    private static ResourcePropertySnapshot Property(string name, string shown, object value, int order) =>
        new(Prefix + name, value) { DisplayName = shown, IsHighlighted = true, SortOrder = order };
}
