using Dyno.Http.Interop;
using Dyno.Results.Problems;

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
    /// <exception cref="UserFault">There are not enough files for them.</exception>
    public void Reserve(long connections)
    {
        var needed = Interlocked.Add(ref _connections, connections) + SpareFiles;
        if (needed <= _limit) return;
        Release(connections);
        throw TooFew(needed - SpareFiles, _limit);
    }

    /// <summary>Gives them back.</summary>
    public void Release(long connections) => Interlocked.Add(ref _connections, -connections);

    /// <summary>What is said of so many connections at a limit of files that is too low for them.</summary>
    internal static UserFault TooFew(long connections, long limit) => new(
        $"{connections} connections need {connections + SpareFiles} open files, but this process may open {limit}",
        (limit > SpareFiles ? $"use at most {limit - SpareFiles} connections, or " : "") + "raise the hard limit (ulimit -Hn, LimitNOFILE)");
}
