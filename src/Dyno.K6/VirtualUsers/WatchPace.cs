using Dyno.JavaScript;
using Dyno.Load.Engine;

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
/// it is interrupted once per interval, and only asked when it has stopped calling. As the cut comes nearer than an
/// interval, the intervals become what is left until then, so that a script that stops calling is found out at the cut.
/// </remarks>
internal sealed class WatchPace(IScriptVm vm, EngineClock clock)
{
    private const double PartOfPhase = 0.1;  // a script that never comes back is found out within this part of a short phase
    private const double TooLong = 0.9;      // of the interval: with less time than this until the cut it is taken anew
    private const int BusyCalls = 100;       // so many calls, and a script is not one that mostly computes
    private const int BusyCallsPerSecond = 200; // of CPU time: fewer, and it is one again
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Cautious = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(5);
    private TimeSpan _ofPhase = Shortest;
    private TimeSpan _interval = Shortest;
    private long _cutNanos = long.MaxValue;
    private long _callsSeen;
    private long _callsAtPace; // when the present pace began
    private bool _wasLookedAt;

    /// <summary>The pace of a phase, cautious at first.</summary>
    /// <param name="nowNanos">The engine's clock.</param>
    /// <param name="cutNanos">When whatever goes on in it is cut.</param>
    /// <returns>Whether it is another one than so far.</returns>
    public bool Begin(long nowNanos, long cutNanos)
    {
        if (cutNanos == _cutNanos) return false;
        _cutNanos = cutNanos;
        _ofPhase = Clamped(Left(nowNanos) * PartOfPhase, Longest);
        Take(_ofPhase < Cautious ? _ofPhase : Cautious);
        return true;
    }

    /// <summary>
    /// When the script is about to go on: whether an interval begins now, a longer one because it has called often enough,
    /// or a shorter one because the cut is near.
    /// </summary>
    /// <param name="nowNanos">The engine's clock.</param>
    public bool MayChange(long nowNanos)
    {
        var most = Clamped(Left(nowNanos), _ofPhase);
        if (most < _interval * TooLong)
        {
            Take(most);
            return true;
        }
        var isNear = most < _ofPhase;
        if (isNear && _interval >= most * TooLong) return false;
        var needed = _interval == _ofPhase ? Math.Max(BusyCalls, _ofPhase.TotalSeconds * BusyCallsPerSecond) : BusyCalls;
        if (vm.HostCalls - _callsAtPace < needed) return false;
        Take(most);
        return true;
    }

    /// <summary>CPU time until the next look.</summary>
    public TimeSpan Next()
    {
        var calls = vm.HostCalls - _callsSeen;
        _callsSeen = vm.HostCalls;
        if (_wasLookedAt && calls == 0) return Shortest; // busy with itself
        if (_wasLookedAt && _interval > Cautious && calls < _interval.TotalSeconds * BusyCallsPerSecond) Pace(Cautious);
        _wasLookedAt = true;
        return Clamped(Left(clock.NowNanos), _interval);
    }

    private TimeSpan Left(long nowNanos) => TimeSpan.FromTicks((_cutNanos - nowNanos) / 100);

    private static TimeSpan Clamped(TimeSpan interval, TimeSpan most) => interval < Shortest ? Shortest : interval > most ? most : interval;

    private void Take(TimeSpan interval)
    {
        Pace(interval);
        _wasLookedAt = false;
    }

    private void Pace(TimeSpan interval) => (_interval, _callsAtPace) = (interval, vm.HostCalls);
}
