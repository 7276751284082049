using Dyno.JavaScript;

namespace Dyno.K6.VirtualUsers;

/// <summary>
/// How often a machine is asked whether its script must end. Each look makes the engine throw away the compiled code of
/// the functions that are running, which then run slowly until they are compiled again: ten looks a second cost as much as
/// the script itself. So it is rare while scripts call .NET, which they cannot do without waiting for an answer or a time,
/// and frequent as soon as one only computes. The machine's thread.
/// </summary>
internal sealed class WatchPace(IScriptVm vm)
{
    private const double PartOfPhase = 0.1; // a script that never comes back is found out within this part of a short phase
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(5);
    private TimeSpan _interval = Shortest;
    private long _callsSeen = -1;

    /// <summary>The pace of a phase.</summary>
    /// <param name="length">From now until whatever goes on is cut.</param>
    /// <returns>Whether it differs from the pace so far.</returns>
    public bool Begin(TimeSpan length)
    {
        var interval = TimeSpan.FromTicks(Math.Clamp((long)(length.Ticks * PartOfPhase), Shortest.Ticks, Longest.Ticks));
        var differs = interval != _interval;
        (_interval, _callsSeen) = (interval, -1);
        return differs;
    }

    /// <summary>CPU time until the next look.</summary>
    public TimeSpan Next()
    {
        var isBusyWithItself = vm.HostCalls == _callsSeen;
        _callsSeen = vm.HostCalls;
        return isBusyWithItself ? Shortest : _interval;
    }
}
