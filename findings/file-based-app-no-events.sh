#!/bin/bash
# .NET SDK 10: a file-based program (dotnet run app.cs) has no event sources, because such programs are set up for PublishAot, which
# switches EventSource support off, also when they run on the JIT. So it has a diagnostics socket, a session begins without an error, and no
# counter and no meter ever arrives. "#:property PublishAot=false" brings them back.
# Seen with SDK 10.0.401 and Microsoft.Diagnostics.NETCore.Client 0.2.750501: the switch EventSource.IsSupported False and 0 events; with the property
# True and more than 10 events.
# Needs: the .NET 10 SDK, NuGet.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > plain.cs <<'CODE'
#:package Microsoft.Diagnostics.NETCore.Client@0.2.750501
#:package Microsoft.Diagnostics.Tracing.TraceEvent@4.0.0
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

var counters = new EventPipeProvider("System.Runtime", EventLevel.Critical, 0, new Dictionary<string, string> { ["EventCounterIntervalSec"] = "1" });
var session = new DiagnosticsClient(Environment.ProcessId).StartEventPipeSession(counters, requestRundown: false);
var seen = 0;
var reading = Task.Run(() =>
{
    using var source = new EventPipeEventSource(session.EventStream);
    source.Dynamic.All += e => seen += e.ProviderName == "System.Runtime" ? 1 : 0;
    source.Process();
});
await Task.Delay(4_000);
await session.StopAsync(CancellationToken.None);
await reading;
Console.WriteLine($"{!AppContext.TryGetSwitch("System.Diagnostics.Tracing.EventSource.IsSupported", out var isOn) || isOn} {seen}");
CODE
{ echo "#:property PublishAot=false"; cat plain.cs; } > without-aot.cs
read -r supported events <<< "$(dotnet run -c Release plain.cs)"
read -r supported2 events2 <<< "$(dotnet run -c Release without-aot.cs)"
echo "plain: EventSource.IsSupported $supported, $events events; with PublishAot=false: $supported2, $events2 events"
[ "$supported" = False ] && [ "$events" = 0 ] && [ "$supported2" = True ] && [ "$events2" -gt 10 ] || { echo "CHANGED"; exit 1; }
