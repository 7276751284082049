#!/bin/bash
# .NET 10, MetricsEventSource (what dotnet-counters and dotnet-monitor read): the limit MaxHistograms of a session counts combinations
# of tags and not instruments. One event (HistogramLimitReached) says so, once; from then on the values of further combinations are
# missing without a word, and the quantiles of those that arrive look whole.
# Seen on .NET 10.0.12 with Microsoft.Diagnostics.NETCore.Client 0.2.750501 and TraceEvent 4.0.0: 1 instrument, 30 routes, limit 20:
# 20 routes arrive, 1 event about the limit in 4 s; the slow route, the last one, is not among them. (Also on 9.0.23 and 11.0.0.)
# Needs: the .NET 10 SDK, NuGet.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > limit.cs <<'CODE'
#:property PublishAot=false
#:package Microsoft.Diagnostics.NETCore.Client@0.2.750501
#:package Microsoft.Diagnostics.Tracing.TraceEvent@4.0.0
using System.Diagnostics.Metrics;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

using var meter = new Meter("Finding");
var durations = meter.CreateHistogram<double>("duration", "s");
var arguments = new Dictionary<string, string>
{
    ["SessionId"] = "finding", ["Metrics"] = @"Finding\duration", ["RefreshInterval"] = "1", ["MaxTimeSeries"] = "1000", ["MaxHistograms"] = "20",
};
var session = new DiagnosticsClient(Environment.ProcessId)
    .StartEventPipeSession(new EventPipeProvider("System.Diagnostics.Metrics", EventLevel.Informational, 0x2, arguments), requestRundown: false);
var (routes, limits) = (new HashSet<string>(), 0);
var reading = Task.Run(() =>
{
    using var source = new EventPipeEventSource(session.EventStream);
    source.Dynamic.All += e =>
    {
        if (e.EventName == "HistogramLimitReached") limits++;
        if (e.EventName == "HistogramValuePublished" && Convert.ToInt64(e.PayloadByName("count") ?? 0) > 0) routes.Add((string)e.PayloadByName("tags"));
    };
    source.Process();
});
for (var i = 0; i < 40; i++)
{
    for (var route = 1; route <= 30; route++) durations.Record(route == 30 ? 0.024 : 0.00007, KeyValuePair.Create<string, object?>("route", $"/{route}"));
    await Task.Delay(100);
}
await session.StopAsync(CancellationToken.None);
await reading;
Console.WriteLine($".NET {Environment.Version}: {routes.Count} of 30 routes arrived, {limits} event about the limit, the slow route {(routes.Contains("route=/30") ? "among them" : "missing")}");
return routes.Count == 20 && limits == 1 && !routes.Contains("route=/30") ? 0 : 1;
CODE
dotnet run -c Release limit.cs || { echo "CHANGED: the limit works in another way now"; exit 1; }
