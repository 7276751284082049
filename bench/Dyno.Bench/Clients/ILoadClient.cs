namespace Dyno.Bench;

/// <summary>A load generator, run as its users run it.</summary>
internal interface ILoadClient
{
    /// <summary>Name in the tables.</summary>
    string Name { get; }

    /// <summary>Makes one run in a separate process on the given CPU.</summary>
    LoadRun Run(string url, int connections, double seconds, int cpu);
}

/// <summary>The work and the cost of one run.</summary>
/// <param name="Requests">Requests completed without an error.</param>
/// <param name="CpuSeconds">User and system time of the whole process, start and end included.</param>
/// <param name="Errors">Requests that failed.</param>
internal sealed record LoadRun(long Requests, double CpuSeconds, long Errors);
