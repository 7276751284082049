namespace Dyno.Load;

/// <summary>
/// How a worker spent its time. The worker writes these figures and the health rules read them. A worker is busy when it neither waits nor
/// spins on purpose.
/// </summary>
public sealed class WorkerActivity
{
    /// <summary>A gap longer than this in which the worker did not run is a stall.</summary>
    public const long StallNanos = 100_000_000;

    /// <summary>Nanoseconds in a wait for events or in a spin towards a due start.</summary>
    public long WaitedNanos { get; private set; }

    public int Stalls { get; private set; }

    /// <summary>Nanoseconds lost in stalls.</summary>
    public long StalledNanos { get; private set; }

    /// <summary>Adds a wait of this many nanoseconds, in which the worker slept in the kernel or spun on purpose.</summary>
    public void Waited(long nanos) => WaitedNanos += nanos;

    /// <summary>
    /// Reports that the worker did not run for this many nanoseconds although it had asked to (a wait that overshot its time, or a pass
    /// that took too long).
    /// </summary>
    public void Overshot(long nanos)
    {
        if (nanos <= StallNanos) return;
        Stalls++;
        StalledNanos += nanos;
    }
}
