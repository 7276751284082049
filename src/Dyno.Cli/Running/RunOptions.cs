using Dyno.Inputs;
using Dyno.Observation.Runtime;

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

    /// <summary>Name of the run in reports; null: the plan's own.</summary>
    public string? Name { get; init; }

    /// <summary>What to print: a format of <c>dyno report</c>.</summary>
    public required string Format { get; init; }

    /// <summary>File for the result; null for none.</summary>
    public string? ResultFile { get; init; }

    /// <summary>File for k6's summary data; null for none.</summary>
    public string? SummaryFile { get; init; }

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
