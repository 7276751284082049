#!/bin/bash
# .NET meters: dotnet.thread_pool.thread.count and dotnet.thread_pool.queue.length of the meter System.Runtime are counters on .NET 9 and 10
# and gauges (UpDownCounter) on .NET 11. A tool that shows counters as rates shows 0 for a constant number of busy threads up to 10.
# Seen: 10.0.12 ObservableCounter, 11.0.0 ObservableUpDownCounter, for both.
# Needs: the .NET 10 SDK, NuGet (runtime packs).
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > Program.cs <<'CODE'
using System.Diagnostics.Metrics;

var kinds = new SortedDictionary<string, string>();
using var listener = new MeterListener
{
    InstrumentPublished = (instrument, _) =>
    {
        if (instrument.Name is "dotnet.thread_pool.thread.count" or "dotnet.thread_pool.queue.length") kinds[instrument.Name] = instrument.GetType().Name.Split('`')[0];
    },
};
listener.Start();
Console.WriteLine(string.Join(" ", kinds.Values.Distinct()) + " on " + Environment.Version);
CODE
cat > kinds.csproj <<'CODE'
<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings>
    <RuntimeIdentifier>linux-x64</RuntimeIdentifier><SelfContained>true</SelfContained>
  </PropertyGroup>
</Project>
CODE
kind() { dotnet publish -v q --nologo -o "$1" -p:RuntimeFrameworkVersion="$1" >/dev/null && "$1/kinds"; }
ten=$(kind 10.0.12); eleven=$(kind 11.0.0)
echo "$ten"; echo "$eleven"
[ "$ten" = "ObservableCounter on 10.0.12" ] && [ "$eleven" = "ObservableUpDownCounter on 11.0.0" ] || { echo "CHANGED"; exit 1; }
