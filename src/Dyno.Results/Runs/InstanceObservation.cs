namespace Dyno.Results;

/// <summary>One of several instances of the program under test during the measurement.</summary>
public sealed record InstanceObservation
{
    /// <summary>The address of the instance: scheme, host and port.</summary>
    public required string Url { get; init; }

    /// <summary>Process id.</summary>
    public required int ProcessId { get; init; }

    /// <summary>CPU use in cores.</summary>
    public required double CpuCores { get; init; }

    /// <summary>Mean resident set, in bytes.</summary>
    public required long MeanWorkingSetBytes { get; init; }

    /// <summary>Largest resident set, in bytes.</summary>
    public required long PeakWorkingSetBytes { get; init; }

    /// <summary>Requests that the instance counted over the whole load, warm-up included; null where its runtime was not asked.</summary>
    public long? ServedRequests { get; init; }
}
