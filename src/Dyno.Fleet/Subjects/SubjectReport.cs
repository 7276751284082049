using System.Collections.Immutable;
using Dyno.Load.Running;
using Dyno.Results.Runs;

namespace Dyno.Fleet.Subjects;

/// <summary>What the host of a program under test says to the coordinator, one thing at a time. Immutable.</summary>
public sealed record SubjectReport
{
    /// <summary>What is said.</summary>
    public required SubjectReportKind Kind { get; init; }

    /// <summary>The program, as things are now.</summary>
    public SubjectRecord? Record { get; init; }

    /// <summary>Its process.</summary>
    public int? ProcessId { get; init; }

    /// <summary>Where each instance answers.</summary>
    public ImmutableArray<Uri> Addresses { get; init; } = [];

    /// <summary>How the server looked at the last sample.</summary>
    public ServerMoment? Moment { get; init; }

    /// <summary>The number of the order that it answers; 0 where orders have none.</summary>
    public long Number { get; init; }

    /// <summary>What it has used of its CPUs.</summary>
    public CpuReading? Cpu { get; init; }

    /// <summary>Methods that its runtime has compiled since its start.</summary>
    public long? MethodsCompiled { get; init; }

    /// <summary>What was seen of it while it was measured.</summary>
    public ServerObservation? Server { get; init; }

    /// <summary>Requests that each instance has counted.</summary>
    public ImmutableArray<long?> Served { get; init; } = [];

    /// <summary>Resident memory of all instances after the load, in bytes.</summary>
    public long? WorkingSetBytes { get; init; }

    /// <summary>Why it could not be started; what to do about it.</summary>
    public string? Problem { get; init; }

    /// <summary>What to do about the problem.</summary>
    public string? Hint { get; init; }
}

/// <summary>What a host says.</summary>
public enum SubjectReportKind
{
    /// <summary>The program answers.</summary>
    Up,

    /// <summary>It is watched.</summary>
    Watched,

    /// <summary>A second of its measurement.</summary>
    Second,

    /// <summary>What it has used of its CPUs up to now.</summary>
    Read,

    /// <summary>The measurement is over.</summary>
    Measured,

    /// <summary>What it served in all.</summary>
    Counted,

    /// <summary>It ended by itself.</summary>
    Gone,

    /// <summary>It was stopped.</summary>
    Stopped,

    /// <summary>It did not come up.</summary>
    Failed,
}
