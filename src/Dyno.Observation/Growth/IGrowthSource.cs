namespace Dyno.Observation;

/// <summary>A server that is watched for growth. Used by one task at a time.</summary>
public interface IGrowthSource
{
    /// <summary>The memory that it may use, and what sets the limit; null when it is not known.</summary>
    (long Bytes, string Of)? MemoryLimit { get; }

    /// <summary>The most files that it may have open; null when it is not known.</summary>
    long? FileLimit { get; }

    /// <summary>The process with the runtime; null when none is known.</summary>
    int? RuntimeProcess { get; }

    /// <summary>What it holds now; null while it does not run.</summary>
    ValueTask<ProcessHolding?> ReadAsync(CancellationToken cancellation);

    /// <summary>A look into its runtime; null when the runtime does not answer.</summary>
    /// <param name="collects">Whether a full collection is asked for.</param>
    /// <param name="counts">Whether the counters are asked for, which takes a second.</param>
    Task<RuntimeSample?> LookAsync(bool collects, bool counts, CancellationToken cancellation);

    /// <summary>The objects of its heap by type; null when the runtime does not answer.</summary>
    Task<HeapTypes?> SnapshotAsync(CancellationToken cancellation);
}
