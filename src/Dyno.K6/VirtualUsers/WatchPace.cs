using Dyno.JavaScript;

namespace Dyno.K6.VirtualUsers;

/// <summary>
/// How often a machine is asked whether its script must end. Each look makes the engine throw away the compiled code of
/// the functions that are running, which then run slowly until they are compiled again: ten looks a second cost as much as
/// the script itself. So it is rare for scripts that keep calling .NET, for requests above all, and frequent for those that
/// mostly compute. The machine's thread.
/// </summary>
/// <remarks>
/// The engine counts CPU time, but its clock is the wall's: it interrupts the script after the interval, sees how much CPU
/// time is missing, and comes again after as much as that. A machine that has a hundredth of a processor was interrupted
/// hundreds of times for one look. So the interval of a script that keeps calling begins anew long before the look is due:
/// it is interrupted once per interval, and only asked when it has stopped calling.
/// </remarks>
internal sealed class WatchPace(IScriptVm vm)
{
    private const double PartOfPhase = 0.1;  // a script that never comes back is found out within this part of a short phase
    private const int BusyCalls = 100;       // so many calls, and a script is not one that mostly computes
    private const int BusyCallsPerSecond = 200; // of CPU time: fewer, and it is one again
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Cautious = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(5);
    private TimeSpan _ofPhase = Shortest;
    private TimeSpan _interval = Shortest;
    private long _callsSeen;
    private long _callsAtPace; // when the present pace began
    private bool _wasLookedAt;

    /// <summary>The pace of a phase, cautious at first.</summary>
    /// <param name="length">Of the phase, or of what is left of it, until whatever goes on is cut.</param>
    /// <returns>Whether it differs from the pace so far.</returns>
    public bool Begin(TimeSpan length)
    {
        var ofPhase = TimeSpan.FromTicks(Math.Clamp((long)(length.Ticks * PartOfPhase), Shortest.Ticks, Longest.Ticks));
        if (ofPhase == _ofPhase) return false;
        _ofPhase = ofPhase;
        Take(ofPhase < Cautious ? ofPhase : Cautious);
        _wasLookedAt = false;
        return true;
    }

    /// <summary>Between two iterations: whether the script has called often enough for the phase's interval to begin now.</summary>
    public bool MayRelax()
    {
        var needed = _interval == _ofPhase ? Math.Max(BusyCalls, _ofPhase.TotalSeconds * BusyCallsPerSecond) : BusyCalls;
        if (vm.HostCalls - _callsAtPace < needed) return false;
        Take(_ofPhase);
        _wasLookedAt = false;
        return true;
    }

    /// <summary>CPU time until the next look.</summary>
    public TimeSpan Next()
    {
        var calls = vm.HostCalls - _callsSeen;
        _callsSeen = vm.HostCalls;
        if (_wasLookedAt && calls == 0) return Shortest; // busy with itself
        if (_wasLookedAt && _interval > Cautious && calls < _interval.TotalSeconds * BusyCallsPerSecond) Take(Cautious);
        _wasLookedAt = true;
        return _interval;
    }

    private void Take(TimeSpan interval) => (_interval, _callsAtPace) = (interval, vm.HostCalls);
}
