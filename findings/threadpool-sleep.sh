#!/bin/bash
# .NET 10: a thread pool whose threads all block in Thread.Sleep adds no thread for seconds, although a hundred work items
# wait and the CPUs are idle. When the threads block in Task.Wait, the pool adds threads at once.
# Seen on .NET 10.0.12, two processors: Sleep 2 or 3 threads after 4 s, Wait 15 and more. (Also on 8.0.34, 9.0.23 and 11.0.0.)
# Needs: the .NET 10 SDK, NuGet.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > blocked.cs <<'CODE'
using System.Diagnostics;

Console.WriteLine($".NET {Environment.Version}, {Environment.ProcessorCount} processors");
var slept = ThreadsAfter(() => Thread.Sleep(400));
var waited = ThreadsAfter(() => Task.Delay(400).Wait());
Console.WriteLine($"threads of the pool after 4 s: {slept} in Thread.Sleep, {waited} in Task.Wait");
return slept <= Environment.ProcessorCount + 2 && waited >= slept + 5 ? 0 : 1;

static int ThreadsAfter(Action block)
{
    var clock = Stopwatch.StartNew();
    void Work()
    {
        block();
        if (clock.Elapsed < TimeSpan.FromSeconds(4)) ThreadPool.QueueUserWorkItem(_ => Work());
    }
    for (var i = 0; i < 100; i++) ThreadPool.QueueUserWorkItem(_ => Work());
    Thread.Sleep(4_000);
    var threads = ThreadPool.ThreadCount;
    while (ThreadPool.PendingWorkItemCount > 0) Thread.Sleep(50);
    return threads;
}
CODE
DOTNET_PROCESSOR_COUNT=2 dotnet run -c Release blocked.cs || { echo "CHANGED: the pool behaves in another way now"; exit 1; }
