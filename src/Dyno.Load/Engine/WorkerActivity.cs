namespace Dyno.Load.Engine;

/// <summary>
/// How a worker spent its time: written by the worker, read by the health rules. Busy is what is neither waiting nor
/// spinning on purpose.
/// </summary>
public sealed class WorkerActivity
{
    /// <summary>A gap longer than this in which the worker did not run is a stall.</summary>
    public const long StallNanos = 100_000_000;

    /// <summary>Nanoseconds in a wait for events or in a spin towards a due start.</summary>
    public long WaitedNanos { get; private set; }

    /// <summary>Stalls seen.</summary>
    public int Stalls { get; private set; }

    /// <summary>Nanoseconds lost in stalls.</summary>
    public long StalledNanos { get; private set; }

    /// <summary>The worker waited (slept in the kernel, or spun on purpose) for this long.</summary>
    public void Waited(long nanos) => WaitedNanos += nanos;

    /// <summary>
    /// The worker did not run for this long although it had asked to (a wait that overshot its time, or a pass that
    /// took too long).
    /// </summary>
    public void Overshot(long nanos)
    {
        if (nanos <= StallNanos) return;
        Stalls++;
        StalledNanos += nanos;
    }
}
