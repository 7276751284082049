namespace Dyno.Http;

/// <summary>
/// The budget of open files for the connections of a run. The limit of the process is raised to the hard limit. A load that needs more
/// files is refused before it begins. Thread-safe.
/// </summary>
internal sealed class FileBudget
{
    /// <summary>Number of files that the process needs in addition to its connections: assemblies, result files, the console.</summary>
    private const int SpareFiles = 200;

    private readonly long _limit = OperatingSystem.IsLinux() ? OpenFileLimit.Raise() : long.MaxValue;
    private long _connections;

    /// <summary>Reserves files for connections.</summary>
    /// <exception cref="UserFault">There are not enough files for them.</exception>
    public void Reserve(long connections)
    {
        var needed = Interlocked.Add(ref _connections, connections) + SpareFiles;
        if (needed <= _limit) return;
        Release(connections);
        throw TooFew(needed - SpareFiles, _limit);
    }

    public void Release(long connections) => Interlocked.Add(ref _connections, -connections);

    /// <summary>The error for a number of connections that needs more files than the limit allows.</summary>
    internal static UserFault TooFew(long connections, long limit) => new(
        $"{connections} connections need {connections + SpareFiles} open files, but this process may open {limit}",
        (limit > SpareFiles ? $"use at most {limit - SpareFiles} connections, or " : "") + "raise the hard limit (ulimit -Hn, LimitNOFILE)");
}
