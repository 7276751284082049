using Dyno.Http.Interop;
using Dyno.Load.Plans;

namespace Dyno.Http.Connections;

/// <summary>
/// The open files that the connections of a run may take: raised to the hard limit, and refused beyond it before the load
/// begins rather than in its middle. Thread-safe.
/// </summary>
internal sealed class FileBudget
{
    /// <summary>Files the process needs beside its connections: assemblies, result files, the console.</summary>
    private const int SpareFiles = 200;

    private readonly long _limit = OperatingSystem.IsLinux() ? OpenFileLimit.Raise() : long.MaxValue;
    private long _connections;

    /// <summary>Sets connections aside.</summary>
    /// <exception cref="LoadException">There are not enough files for them.</exception>
    public void Reserve(long connections)
    {
        var needed = Interlocked.Add(ref _connections, connections) + SpareFiles;
        if (needed <= _limit) return;
        Release(connections);
        throw new LoadException(
            $"{needed - SpareFiles} connections need {needed} open files, but this process may open {_limit}",
            $"use at most {Math.Max(1, _limit - SpareFiles)} connections, or raise the hard limit (ulimit -Hn, LimitNOFILE)");
    }

    /// <summary>Gives them back.</summary>
    public void Release(long connections) => Interlocked.Add(ref _connections, -connections);
}
