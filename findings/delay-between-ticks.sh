#!/bin/bash
# .NET SDK 10.0.401 (runtime 10.0.12) on Linux: Task.Delay with a length that is no multiple of the kernel's tick costs two to three times
# the CPU time of one that is. Timers are due by Environment.TickCount64, which is the kernel's coarse clock; where that moves every 4 ms,
# the timer's thread wakes after 103 ms, finds only 100 elapsed, and waits again, several times until the next tick.
# Seen: 64 loops of Task.Delay, CPU time of a wait: 65 us with 100 ms, 80 us with 104 ms, 180 to 220 us with 101, 102 and 103 ms (two CPUs).
# A service whose wait grows from 100 to 103 ms so looks dearer in CPU time per request, too.
# Needs: the .NET 10 SDK, and a kernel whose coarse clock moves every 4 ms (CONFIG_HZ=250) or every 10.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > delay.cs <<'CODE'
#:property PublishAot=false
#:property AllowUnsafeBlocks=true
using System.Diagnostics;
using System.Runtime.InteropServices;
Native.clock_getres(6, out var resolution); // CLOCK_MONOTONIC_COARSE
var tick = (int)(resolution.Nanos / 1_000_000);
if (tick < 2) { Console.WriteLine("a tick of 1 ms: nothing is between ticks"); return 2; }
var even = 100 / tick * tick;
double[] micros = [await Cost(even), await Cost(even + tick - 1), await Cost(even + tick)];
Console.WriteLine(FormattableString.Invariant($"tick {tick} ms; CPU of a wait: {even} ms {micros[0]:0} us, {even + tick - 1} ms {micros[1]:0} us, {even + tick} ms {micros[2]:0} us"));
return micros[1] > 1.5 * micros[0] && micros[1] > 1.5 * micros[2] ? 0 : 1;

static async Task<double> Cost(int milliseconds)
{
    var (waits, isOver, random) = (0L, false, new Random(1));
    var loops = Enumerable.Range(0, 64).Select(async _ =>
    {
        await Task.Delay(random.Next(milliseconds));
        while (!Volatile.Read(ref isOver)) { await Task.Delay(milliseconds); Interlocked.Increment(ref waits); }
    }).ToArray();
    await Task.Delay(1000);
    var (cpu, before) = (Environment.CpuUsage.TotalTime, Volatile.Read(ref waits));
    await Task.Delay(6000);
    var cost = (Environment.CpuUsage.TotalTime - cpu).TotalMicroseconds / (Volatile.Read(ref waits) - before);
    Volatile.Write(ref isOver, true);
    await Task.WhenAll(loops);
    return cost;
}

struct Resolution { public long Seconds, Nanos; }

static partial class Native
{
    [LibraryImport("libc")]
    public static partial int clock_getres(int clock, out Resolution resolution);
}
CODE
dotnet build -c Release delay.cs -o out -v q >/dev/null
code=0; dotnet out/delay.dll || code=$?
[ $code = 2 ] && exit 2
[ $code = 0 ] || { echo "CHANGED"; exit 1; }
