namespace Dyno.Load.Running;

/// <summary>What a server has used of its CPUs up to one moment, and what was left. Two readings of one server can be subtracted.</summary>
/// <param name="AtNanos">The moment, on the monotonic clock of the server's machine.</param>
/// <param name="UsedNanos">CPU time of its processes so far, threads that ended included; null: cannot be read.</param>
/// <param name="IdleNanos">
/// How long the CPUs that it may use were idle so far, all of them together; null: cannot be read, or says nothing because services of
/// the same experiment run on them.
/// </param>
/// <param name="Cpus">How many CPUs it may use.</param>
public sealed record CpuReading(long AtNanos, long? UsedNanos, long? IdleNanos, int Cpus);
