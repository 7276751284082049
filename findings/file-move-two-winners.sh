#!/bin/bash
# .NET SDK 10.0.401 (runtime 10.0.12) on Linux: of several threads that move their files to one new name at the same time, with
# File.Move(from, to, overwrite: false), more than one succeeds. The later replaces the earlier without an exception; a hard link
# (link(2)) to the same name succeeds once.
# Seen: in 201 of 500 rounds of four threads File.Move succeeded more than once, the link never (two CPUs).
# Needs: the .NET 10 SDK.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
cat > move.cs <<'CODE'
#:property PublishAot=false
#:property AllowUnsafeBlocks=true
using System.Runtime.InteropServices;
int Rounds(Func<string, string, bool> place)
{
    var several = 0;
    for (var round = 0; round < 500; round++)
    {
        var target = Path.GetRandomFileName();
        using var start = new Barrier(4);
        var placed = 0;
        var threads = Enumerable.Range(0, 4).Select(_ => new Thread(() =>
        {
            var own = Path.GetRandomFileName();
            File.WriteAllText(own, own);
            start.SignalAndWait();
            if (place(own, target)) Interlocked.Increment(ref placed);
        })).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        if (placed > 1) several++;
    }
    return several;
}
static bool Move(string from, string to)
{
    try { File.Move(from, to, overwrite: false); return true; }
    catch (IOException) { return false; }
}
Console.WriteLine($"{Rounds(Move)} {Rounds((from, to) => Native.link(from, to) == 0)}");
static partial class Native
{
    [LibraryImport("libc", StringMarshalling = StringMarshalling.Utf8)]
    public static partial int link(string from, string to);
}
CODE
dotnet build -c Release move.cs -o out -v q >/dev/null
read -r moves links < <(dotnet out/move.dll)
echo "rounds of 500 in which more than one succeeded: $moves with File.Move, $links with a hard link"
[ "$moves" -gt 0 ] && [ "$links" = 0 ] || { echo "CHANGED"; exit 1; }
