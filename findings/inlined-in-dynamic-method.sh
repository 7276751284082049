#!/bin/bash
# .NET SDK 10.0.401 (runtime 10.0.12), Microsoft.Diagnostics.NETCore.Client 0.2.750501, Microsoft.Diagnostics.Tracing.TraceEvent 4.0.0:
# with DOTNET_RichDebugInfo=1 the runtime sends maps of inlined calls (provider Microsoft-Windows-DotNETRuntimePrivate) for every method
# that it compiles, but none for a DynamicMethod, such as a compiled expression or the request delegate of a minimal API. The event
# MethodJitInliningSucceeded (keyword 0x1000) names what was inlined there, without saying where. A profiler that resolves inlined calls by
# the maps so gives no CPU time to a minimal API's handler.
# Seen: "method with a map: True; dynamic method with a map: False; inlined in it: Work.Twice".
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > maps.cs <<'CODE'
#:package Microsoft.Diagnostics.NETCore.Client@0.2.750501
#:package Microsoft.Diagnostics.Tracing.TraceEvent@4.0.0
#:property PublishAot=false
using System.Diagnostics.Tracing;
using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

var Private = Guid.Parse("763fd754-7086-4dfe-95eb-c01a46faf4ca"); // TraceEvent has no name for this provider of EventPipe
var (maps, usual, made, inlined) = (new HashSet<ulong>(), 0L, 0L, new List<string>());
using var session = new DiagnosticsClient(Environment.ProcessId).StartEventPipeSession(
    [new("Microsoft-Windows-DotNETRuntime", EventLevel.Verbose, 0x1010), new("Microsoft-Windows-DotNETRuntimePrivate", EventLevel.Informational, 0x40000)], requestRundown: false);
var reading = Task.Run(() =>
{
    using var source = new EventPipeEventSource(session.EventStream);
    source.AllEvents += e =>
    {
        if (e.ProviderGuid == Private && (int)e.ID == 189 && e.EventDataLength > 34) maps.Add(BitConverter.ToUInt64(e.EventData(), 2));
    };
    source.Clr.MethodLoadVerbose += e =>
    {
        if (e.MethodName == "Usual") usual = e.MethodID;
        if (e.MethodNamespace == "dynamicClass" && e.MethodName.StartsWith("lambda_method")) made = e.MethodID;
    };
    source.Clr.MethodInliningSucceeded += e =>
    {
        if (e.MethodBeingCompiledNamespace == "dynamicClass" && e.InlineeNamespace == "Work") inlined.Add($"{e.InlineeNamespace}.{e.InlineeName}");
    };
    source.Process();
});
var argument = Expression.Parameter(typeof(int));
var compiled = Expression.Lambda<Func<int, int>>(Expression.Call(typeof(Work), nameof(Work.Twice), [], argument), argument).Compile();
Console.Error.WriteLine(compiled(1) + Work.Usual(1));
await Task.Delay(500);
session.Stop();
await reading;
var line = $"method with a map: {maps.Contains((ulong)usual)}; dynamic method with a map: {maps.Contains((ulong)made)}; inlined in it: {string.Join(", ", inlined)}";
Console.WriteLine(line);
return line == "method with a map: True; dynamic method with a map: False; inlined in it: Work.Twice" ? 0 : 1;

static class Work
{
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Twice(int value) => value * 2 + Environment.ProcessorCount;

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public static int Usual(int value) => Twice(value) + 1;
}
CODE
dotnet build -c Release maps.cs -o out -v q >/dev/null
DOTNET_RichDebugInfo=1 dotnet out/maps.dll || { echo "CHANGED"; exit 1; }
