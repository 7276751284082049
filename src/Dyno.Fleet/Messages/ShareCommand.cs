namespace Dyno.Fleet;

/// <summary>A command that a coordinator sends to an agent during a run.</summary>
/// <param name="Number">Increases with each command, so that a repeated message is refused.</param>
/// <param name="StartNanos">When to start, on the agent's monotonic clock.</param>
/// <param name="Text">The line to pass on, of <see cref="ShareCommandKind.Tell"/>.</param>
internal sealed record ShareCommand(string Run, string Session, long Number, ShareCommandKind Kind, long StartNanos = 0, string? Text = null);

internal enum ShareCommandKind
{
    Lease, // continue for another lease
    Start, // start at the agreed instant
    Stop, // start no more iterations; work in flight ends
    Abort, // cut the work in flight
    Tell, // pass a line to the process of a program under test
}
