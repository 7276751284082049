#!/bin/bash
# ASP.NET Core 10: a request whose client has left is counted in http.server.request.duration as a 200 with its whole duration, when the
# handler does not look at RequestAborted; as 499 without an error.type when the handler's wait is cancelled by it.
# Seen on .NET 10.0.12: "/ignores 200, 2 s" and "/listens 499, no error.type". (Also on 8.0.34 and 11.0.0.)
# Needs: the .NET 10 SDK.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > aborted.cs <<'CODE'
#:sdk Microsoft.NET.Sdk.Web
#:property PublishAot=false
using System.Collections.Concurrent;
using System.Diagnostics.Metrics;

var builder = WebApplication.CreateSlimBuilder();
builder.Logging.ClearProviders();
builder.WebHost.UseUrls("http://127.0.0.1:0");
var app = builder.Build();
app.MapGet("/ignores", async () => { await Task.Delay(2_000); return "late"; });
app.MapGet("/listens", async (CancellationToken aborted) => { await Task.Delay(2_000, aborted); return "late"; });
var seen = new ConcurrentDictionary<string, (object? Status, object? Error, double Seconds)>();
using var listener = new MeterListener { InstrumentPublished = (instrument, l) => { if (instrument.Name == "http.server.request.duration") l.EnableMeasurementEvents(instrument); } };
listener.SetMeasurementEventCallback<double>((_, value, tags, _) =>
{
    var all = tags.ToArray().ToDictionary();
    seen[(string)all["http.route"]!] = (all["http.response.status_code"], all.GetValueOrDefault("error.type"), value);
});
listener.Start();
await app.StartAsync();
using var client = new HttpClient { BaseAddress = new Uri(app.Urls.First()), Timeout = TimeSpan.FromMilliseconds(300) };
foreach (var path in new[] { "/ignores", "/listens" })
    try { await client.GetStringAsync(path); } catch (TaskCanceledException) { }
await Task.Delay(3_000);
foreach (var (route, (status, error, seconds)) in seen) Console.WriteLine($"{route}: {status}, {seconds:0.0} s, error.type {error ?? "none"}");
await app.StopAsync();
return seen["/ignores"] is (200, null, > 1.9) && seen["/listens"] is (499, null, < 1.9) ? 0 : 1;
CODE
dotnet run -c Release aborted.cs || { echo "CHANGED: requests whose client has left are counted in another way now"; exit 1; }
