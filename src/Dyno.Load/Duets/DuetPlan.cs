namespace Dyno.Load;

/// <summary>How the load takes turns between the variants.</summary>
public sealed record DuetPlan
{
    /// <summary>
    /// The length of a slice where times are judged: long compared with its drain of a few milliseconds, and with the requests with which it
    /// begins, which meet a program that was idle (docs/adr/0044).
    /// </summary>
    public static readonly TimeSpan UsualSlice = TimeSpan.FromMilliseconds(100);

    /// <summary>The length of a slice where rate and CPU time alone are judged: shorter than what disturbs a virtual machine (docs/adr/0044).</summary>
    public static readonly TimeSpan ShortSlice = TimeSpan.FromMilliseconds(25);

    /// <summary>Length of a slice. The slices become longer when answers take longer. Default <see cref="UsualSlice"/>.</summary>
    public TimeSpan Slice { get; init; } = UsualSlice;

    /// <summary>The longest that a slice may grow to. Default 2 s.</summary>
    public TimeSpan LongestSlice { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>How long each variant is measured, all its slices together.</summary>
    public required TimeSpan Measure { get; init; }

    /// <summary>How long each variant is loaded without pauses after the slices; zero: not at all. The first third is a run-in.</summary>
    public TimeSpan Continuous { get; init; }

    /// <summary>Called with the index of a variant in the middle of its load without pauses, and awaited; null for nothing.</summary>
    public Func<int, Task>? InContinuous { get; init; }

    /// <summary>Seed of the orders and of random arrivals.</summary>
    public required long Seed { get; init; }

    /// <summary>The clock that the slices are timed by; the system's by default.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Stop and abort.</summary>
    public required RunSignals Signals { get; init; }

    /// <summary>Receives snapshots during the round; null for none.</summary>
    public IRunListener? Listener { get; init; }

    /// <summary>Called when all variants are warm, before the first slice that is measured; null for nothing.</summary>
    public Func<Task>? BeforeMeasuring { get; init; }

    /// <summary>Whether the generator also runs on the servers' CPUs.</summary>
    public bool GeneratorSharesCpus { get; init; }
}
