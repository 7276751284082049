namespace Dyno.Fleet.Messages;

/// <summary>What a coordinator tells an agent while a run goes on.</summary>
/// <param name="Run">The run.</param>
/// <param name="Session">The agent's session.</param>
/// <param name="Number">Counts up: a message that comes again is refused.</param>
/// <param name="Kind">What to do.</param>
/// <param name="StartNanos">When to start, on the agent's monotonic clock.</param>
/// <param name="Text">What is told, of <see cref="ShareCommandKind.Tell"/>.</param>
internal sealed record ShareCommand(string Run, string Session, long Number, ShareCommandKind Kind, long StartNanos = 0, string? Text = null);

/// <summary>What a coordinator asks for.</summary>
internal enum ShareCommandKind
{
    /// <summary>Go on for another lease.</summary>
    Lease,

    /// <summary>Start at the agreed instant.</summary>
    Start,

    /// <summary>Start no more; work in flight ends.</summary>
    Stop,

    /// <summary>Cut what is in flight.</summary>
    Abort,

    /// <summary>Tell a program under test's process a line.</summary>
    Tell,
}
