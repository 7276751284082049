#!/bin/bash
# dotnet-counters 10.0.750501: a second one that asks the same process for meters prints that a session is in progress, writes no file, and
# exits with 0. .NET allows one session of MetricsEventSource per process.
# Seen on .NET 10.0.12: the first wrote its file; the second exited with 0 and left none.
# Needs: the .NET 10 SDK, NuGet.
set -eu
dir=$(mktemp -d); server=; first=
trap 'kill $server $first 2>/dev/null || true; rm -rf "$dir"' EXIT; cd "$dir"
dotnet tool install dotnet-counters --version 10.0.750501 --tool-path tools >/dev/null
cat > idle.cs <<'CODE'
#:property PublishAot=false
Console.WriteLine(Environment.ProcessId);
await Task.Delay(TimeSpan.FromMinutes(5));
CODE
dotnet build -c Release idle.cs -o out -v q >/dev/null
dotnet out/idle.dll > pid & server=$!
while [ ! -s pid ]; do sleep 0.1; done
collect() { tools/dotnet-counters collect -p "$(cat pid)" --counters System.Runtime --format json -o "$1" --duration "$2"; }
collect first.json 00:00:30 > first.log 2>&1 & first=$!
while ! grep -q "Starting a counter session" first.log; do sleep 0.1; done; sleep 3
code=0; collect second.json 00:00:05 > second.log 2>&1 || code=$?
cat second.log
echo "the second: exit code $code, $([ -e second.json ] && echo "a file" || echo "no file")"
[ $code -eq 0 ] && [ ! -e second.json ] && grep -qi "in progress" second.log || { echo "CHANGED: the second session behaves in another way now"; exit 1; }
