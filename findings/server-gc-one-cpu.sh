#!/bin/bash
# .NET 10: a process that may use one CPU (taskset) and is told of two (DOTNET_PROCESSOR_COUNT=2) gets the server GC that it asks for, with
# one heap. Told of one, it gets the workstation GC, whatever its settings ask for.
# Seen on .NET 10.0.12: "server GC True, 1 heap" and "server GC False". (Also on 8.0.34, 9.0.23 and 11.0.0.)
# Needs: the .NET 10 SDK, taskset (util-linux).
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > heaps.cs <<'CODE'
GC.Collect();
var configured = GC.GetConfigurationVariables();
Console.WriteLine($"server GC {System.Runtime.GCSettings.IsServerGC}, heaps {(configured.TryGetValue("HeapCount", out var heaps) ? heaps : "?")}, processors {Environment.ProcessorCount}");
CODE
dotnet build -c Release heaps.cs -o out -v q >/dev/null
two=$(DOTNET_gcServer=1 DOTNET_GCDynamicAdaptationMode=0 DOTNET_PROCESSOR_COUNT=2 taskset -c 0 dotnet out/heaps.dll)
one=$(DOTNET_gcServer=1 DOTNET_GCDynamicAdaptationMode=0 taskset -c 0 dotnet out/heaps.dll)
echo "told of two: $two"; echo "told of one: $one"
[[ $two == "server GC True, heaps 1,"* ]] && [[ $one == "server GC False"* ]] || { echo "CHANGED"; exit 1; }
