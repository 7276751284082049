using Dyno.JavaScript;
using Dyno.Load.Engine;

namespace Dyno.K6.VirtualUsers;

/// <summary>
/// How often the engine asks whether a script must end. Each question makes the engine throw away the compiled code of the functions that
/// are running, which then run slowly until they are compiled again: ten questions a second cost as much as the script itself. So the
/// questions are rare for scripts that keep calling .NET, for requests above all, and frequent for scripts that mostly compute. Used by the
/// machine's thread.
/// </summary>
/// <remarks>
/// The engine limits CPU time, but its timer runs on wall-clock time: it interrupts the script after the interval, computes how much CPU
/// time is missing, and interrupts again after that time. A machine that gets a hundredth of a processor was interrupted hundreds of times
/// for one question. So the interval of a script that keeps calling .NET is restarted long before the question is due: the script is
/// interrupted once per interval, and the question is asked only when the script has stopped calling. When the cut is nearer than an
/// interval, the interval is the time until the cut, so that a script that has stopped calling is found at the cut.
/// </remarks>
internal sealed class WatchPace(IScriptVm vm, EngineClock clock)
{
    private const double PartOfPhase = 0.1;  // of a short phase: a script that never returns is found within this part
    private const double TooLong = 0.9;      // part of the interval: with less time than this until the cut, the interval is set anew
    private const int BusyCalls = 100;       // with this many calls, a script is not one that mostly computes
    private const int BusyCallsPerSecond = 200; // of CPU time: with fewer calls, a script mostly computes again
    private static readonly TimeSpan Shortest = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Cautious = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(5);
    private TimeSpan _ofPhase = Shortest;
    private TimeSpan _interval = Shortest;
    private long _cutNanos = long.MaxValue;
    private long _callsSeen;
    private long _callsAtPace; // number of calls when the present pace began
    private bool _wasLookedAt;

    /// <summary>The pace of a phase, cautious at first.</summary>
    /// <param name="nowNanos">The engine's clock.</param>
    /// <param name="cutNanos">When the phase is cut, in nanoseconds on the engine's clock.</param>
    /// <returns>Whether the pace has changed.</returns>
    public bool Begin(long nowNanos, long cutNanos)
    {
        if (cutNanos == _cutNanos) return false;
        _cutNanos = cutNanos;
        _ofPhase = Clamped(Left(nowNanos) * PartOfPhase, Longest);
        Take(_ofPhase < Cautious ? _ofPhase : Cautious);
        return true;
    }

    /// <summary>
    /// Called when the script is about to go on. Whether a new interval begins: a longer one because the script has called often enough, or
    /// a shorter one because the cut is near.
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
        if (_wasLookedAt && calls == 0) return Shortest; // the script has not called .NET since the last question
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
