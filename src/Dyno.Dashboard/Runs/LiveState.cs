namespace Dyno.Dashboard;

/// <summary>The kind of a Dyno process that the pages show.</summary>
internal enum LiveKind
{
    Run,

    Experiment,
}

/// <summary>The stage of a Dyno process.</summary>
internal enum LiveStage
{
    Starting, // building, or starting the subject: no load yet
    Running, // the load is running
    Stopping, // asked to stop: the work in flight is ending
    Ended, // over
}

/// <summary>A run or an experiment that is running or has ended, as the pages see it.</summary>
internal sealed record LiveState
{
    /// <summary>Its id on this server, which is not the id of its result.</summary>
    public required string Id { get; init; }

    public required LiveKind Kind { get; init; }

    /// <summary>The target of the load, or the experiment's file.</summary>
    public required string Target { get; init; }

    /// <summary>The command line that starts the same run or experiment in the folder.</summary>
    public required string Command { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    public required LiveStage Stage { get; init; }

    /// <summary>The exit code; null while it is running, or when this server could not observe the end.</summary>
    public int? ExitCode { get; init; }

    /// <summary>The meaning of the exit code in words; null while it is running.</summary>
    public string? Ending { get; init; }

    /// <summary>The id of the stored result; null without one.</summary>
    public string? ResultId { get; init; }
}

/// <summary>Everything about one process, for a page that opens it later.</summary>
/// <param name="Snapshots">Every snapshot so far, in the format of <c>--out json</c>.</param>
/// <param name="Log">The lines it has written so far.</param>
/// <param name="Figures">The figures of the server that snapshots may hold, and how to draw them.</param>
internal sealed record LiveDetail(LiveState State, ImmutableArray<JsonElement> Snapshots, ImmutableArray<string> Log, ImmutableArray<LiveFigure> Figures);
