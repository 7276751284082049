namespace Dyno.Fleet;

/// <summary>A report from the host of a program under test to the coordinator. Immutable.</summary>
public sealed record SubjectReport
{
    public required SubjectReportKind Kind { get; init; }

    /// <summary>The program's record at this moment.</summary>
    public SubjectRecord? Record { get; init; }

    /// <summary>Id of the program's process.</summary>
    public int? ProcessId { get; init; }

    /// <summary>Address of each instance.</summary>
    public ImmutableArray<Uri> Addresses { get; init; } = [];

    /// <summary>The state of the server at the last sample.</summary>
    public ServerMoment? Moment { get; init; }

    /// <summary>The number of the order that the report answers; 0 when the order has no number.</summary>
    public long Number { get; init; }

    /// <summary>What the program has used of its CPUs.</summary>
    public CpuReading? Cpu { get; init; }

    /// <summary>Methods that the program's runtime has compiled since its start.</summary>
    public long? MethodsCompiled { get; init; }

    /// <summary>What was observed of the program during the measurement.</summary>
    public ServerObservation? Server { get; init; }

    /// <summary>Requests that each instance has counted.</summary>
    public ImmutableArray<long?> Served { get; init; } = [];

    /// <summary>Resident memory of all instances after the load, in bytes.</summary>
    public long? WorkingSetBytes { get; init; }

    /// <summary>Why the program could not be started.</summary>
    public string? Problem { get; init; }

    /// <summary>What to do about the problem.</summary>
    public string? Hint { get; init; }
}

/// <summary>The kind of a report.</summary>
public enum SubjectReportKind
{
    /// <summary>The program answers.</summary>
    Up,

    /// <summary>The program is watched.</summary>
    Watched,

    /// <summary>A second of the watch.</summary>
    Second,

    /// <summary>What the program has used of its CPUs up to now.</summary>
    Read,

    /// <summary>The measurement is over.</summary>
    Measured,

    /// <summary>The number of requests that the program has served.</summary>
    Counted,

    /// <summary>The program ended by itself.</summary>
    Gone,

    /// <summary>The program was stopped.</summary>
    Stopped,

    /// <summary>The program did not come up.</summary>
    Failed,
}
