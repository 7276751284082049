using System.Collections.Immutable;
using System.Text.Json;

namespace Dyno.Dashboard.Runs;

/// <summary>What a Dyno process does for the pages.</summary>
internal enum LiveKind
{
    /// <summary>A run.</summary>
    Run,

    /// <summary>An experiment.</summary>
    Experiment,
}

/// <summary>How far it has come.</summary>
internal enum LiveStage
{
    /// <summary>Building, starting the subject: nothing is loaded yet.</summary>
    Starting,

    /// <summary>Loading.</summary>
    Running,

    /// <summary>Asked to stop: work in flight ends.</summary>
    Stopping,

    /// <summary>Over.</summary>
    Ended,
}

/// <summary>A run or an experiment that goes on, or has just ended, as the pages see it.</summary>
internal sealed record LiveState
{
    /// <summary>Its id among those of this server; not that of the result.</summary>
    public required string Id { get; init; }

    public required LiveKind Kind { get; init; }

    /// <summary>What is loaded, or the experiment's file.</summary>
    public required string Target { get; init; }

    /// <summary>What one would type in the folder.</summary>
    public required string Command { get; init; }

    public required DateTimeOffset StartedAt { get; init; }

    public required LiveStage Stage { get; init; }

    /// <summary>The exit code; null while it goes on, or when nobody saw the end.</summary>
    public int? ExitCode { get; init; }

    /// <summary>What the exit code means, in words; null while it goes on.</summary>
    public string? Ending { get; init; }

    /// <summary>The id of the stored result; null without one.</summary>
    public string? ResultId { get; init; }
}

/// <summary>All of one, for a page that comes to it later.</summary>
/// <param name="State">How it stands.</param>
/// <param name="Snapshots">Every snapshot so far, as <c>--out json</c> writes them.</param>
/// <param name="Log">What it has said so far.</param>
internal sealed record LiveDetail(LiveState State, ImmutableArray<JsonElement> Snapshots, ImmutableArray<string> Log);
