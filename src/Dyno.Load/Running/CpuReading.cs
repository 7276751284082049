namespace Dyno.Load;

/// <summary>The CPU time that a server has used up to one moment, and the idle time of its CPUs. Two readings of the same server can be subtracted.</summary>
/// <param name="AtNanos">The moment, on the monotonic clock of the server's machine.</param>
/// <param name="UsedNanos">CPU time that the server's processes have used so far, including ended threads; null when it cannot be read.</param>
/// <param name="IdleNanos">
/// Idle time so far of all CPUs together that the server may use; null when it cannot be read, or when services of the same experiment run
/// on these CPUs, because the figure then says nothing about the server.
/// </param>
/// <param name="Cpus">Number of CPUs that the server may use.</param>
public sealed record CpuReading(long AtNanos, long? UsedNanos, long? IdleNanos, int Cpus);
