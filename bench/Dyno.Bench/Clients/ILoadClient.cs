namespace Dyno.Bench.Clients;

/// <summary>A load generator, run as its users run it.</summary>
internal interface ILoadClient
{
    /// <summary>Name in the tables.</summary>
    string Name { get; }

    /// <summary>One run, in a process of its own on the given CPU.</summary>
    LoadRun Run(string url, int connections, double seconds, int cpu);
}

/// <summary>What one run did and cost.</summary>
/// <param name="Requests">Completed without an error.</param>
/// <param name="CpuSeconds">User and system time of the whole process, start and end included.</param>
/// <param name="Errors">Requests that failed.</param>
internal sealed record LoadRun(long Requests, double CpuSeconds, long Errors);
