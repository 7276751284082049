using System.Collections.Immutable;
using Dyno.Cli.Reports;
using Dyno.Inputs;
using Dyno.Observation.Runtime;
using Dyno.Reporting.Console;

namespace Dyno.Cli.Running;

/// <summary>What the user asked of <c>dyno run</c>.</summary>
internal sealed record RunOptions
{
    /// <summary>The load.</summary>
    public required LoadRequest Load { get; init; }

    /// <summary>The program to start; null when a URL is loaded that runs already.</summary>
    public SubjectRequest? Subject { get; init; }

    /// <summary>How much the program's runtime is asked.</summary>
    public ObserveLevel Observe { get; init; } = ObserveLevel.Full;

    /// <summary>The words after <c>--</c>.</summary>
    public ImmutableArray<string> ProgramArguments { get; init; } = [];

    /// <summary>Name of the run in reports; null: the plan's own.</summary>
    public string? Name { get; init; }

    /// <summary>The reports to print and to write; none: the console's.</summary>
    public ImmutableArray<ReportTarget> Reports { get; init; } = [];

    /// <summary>Their layout.</summary>
    public ReportLayout Layout { get; init; }

    /// <summary>File for the result; null for none.</summary>
    public string? ResultFile { get; init; }

    /// <summary>File for k6's summary data; null for none.</summary>
    public string? SummaryFile { get; init; }

    /// <summary>Where snapshots go while the run goes on, as the user wrote them.</summary>
    public ImmutableArray<string> Outputs { get; init; } = [];

    /// <summary>Whether the result is kept in <c>.dyno/runs</c>.</summary>
    public bool IsStored { get; init; } = true;

    /// <summary>Whether a void run is a failure.</summary>
    public bool FailsOnVoid { get; init; }

    /// <summary>Whether a failed check is a failure.</summary>
    public bool FailsOnCheck { get; init; }

    /// <summary>No progress.</summary>
    public bool IsQuiet { get; init; }

    /// <summary>Stack traces of errors.</summary>
    public bool IsVerbose { get; init; }
}
