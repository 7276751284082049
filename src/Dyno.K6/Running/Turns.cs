namespace Dyno.K6.Running;

/// <summary>
/// Lets isolated users at full speed take turns while more of them are ready than the processors can serve: a few at a
/// time begin iteration after iteration for the length of a turn, the others wait before their next one. A hundred
/// machines that run one iteration each in turn find nothing of theirs in the processor's caches; a few do. Nobody waits
/// whose server is what makes waiting necessary: only answers that have come, and scripts that compute, count. Thread-safe.
/// </summary>
/// <remarks>
/// See docs/adr/0033-isolated-users-take-turns.md. A processor is left without work at the most until the next
/// <see cref="Look"/>, and nobody is asked to wait before so many were at work at each of several looks: answers that come
/// all at once, and are served, are no reason.
/// </remarks>
internal sealed class Turns
{
    private const int AtWorkPerProcessor = 8; // with fewer a processor may run out of work while the server answers
    private const int LooksBefore = 10; // too many at so many looks one after the other, and some are asked to wait
    private const long LongestTurnNanos = 40_000_000;
    private const long LongestRoundNanos = 400_000_000;
    private const long LookNanos = 1_000_000;
    private const long LookNanosPerUser = 1_000; // a look asks each of them
    private readonly Lock _gate = new();
    private readonly Queue<UserTurn> _waiting = new();
    private readonly int _processors;
    private readonly int _few;
    private readonly long _turnNanos;
    private int _looks; // one after the other at which too many were at work
    private int _tooMany; // so many more are to wait, until the next look
    private int _count; // that wait, and those that were let go and stand in the queue still
    private bool _isOver;

    /// <summary>Nobody waits at first.</summary>
    /// <param name="processors">Fewer users than this at work leave a processor without work.</param>
    /// <param name="few">So many are to be at work.</param>
    /// <param name="turnNanos">How long a user may go on while others wait.</param>
    public Turns(int processors, int few, long turnNanos) => (_processors, _few, _turnNanos) = (processors, few, turnNanos);

    /// <summary>The turns of a worker's users; null where so few can be that none is ever to wait.</summary>
    /// <param name="users">Most users of the worker.</param>
    /// <param name="processors">What they have of the machine's.</param>
    public static Turns? For(int users, int processors)
    {
        var few = AtWorkPerProcessor * processors;
        if (users <= 2 * few || !OperatingSystem.IsLinux()) return null;
        // Everybody has a turn within the longest round, if turns need not be longer than pays.
        var turn = Math.Min(LongestTurnNanos, LongestRoundNanos * few / users);
        return new Turns(processors, few, turn) { NextLookNanos = Math.Max(LookNanos, LookNanosPerUser * users) };
    }

    /// <summary>Whether somebody waits.</summary>
    public bool AreTaken => Volatile.Read(ref _count) > 0;

    /// <summary>Whether the next look is due after <see cref="NextLookNanos"/>; at leisure otherwise.</summary>
    public bool MustLook => AreTaken || _looks > 0;

    /// <summary>The time between two looks that must be.</summary>
    public long NextLookNanos { get; private init; } = LookNanos;

    /// <summary>On a user's thread, between two iterations: waits if its turn is over and others wait, or too many are at work.</summary>
    /// <param name="user">The user.</param>
    /// <param name="nowNanos">The engine's clock.</param>
    /// <returns>Whether it waited.</returns>
    public bool Pass(UserTurn user, long nowNanos)
    {
        if (nowNanos - user.BeganNanos < _turnNanos) return false;
        if (!MustWait(user))
        {
            user.BeganNanos = nowNanos;
            return false;
        }
        user.Wait();
        return true;
    }

    /// <summary>
    /// Called now and then, by one thread, with the number of users at work: those whose answer has come and those that run
    /// their script. Sends more of them to work, or asks some to wait.
    /// </summary>
    public void Look(int atWork)
    {
        lock (_gate)
        {
            if (_isOver) return;
            _looks = atWork > 2 * _few ? _looks + 1 : 0;
            _tooMany = _looks > LooksBefore ? atWork - _few : 0;
            // With a processor idle the server, or something else, is slower than we are: then nobody is to hold its users back.
            var more = atWork < _processors ? int.MaxValue : _few - atWork;
            while (more > 0 && TryGo()) more--;
        }
    }

    /// <summary>A user's iterations are cut: it goes on if it waits, and does not wait any more.</summary>
    public void Release(UserTurn user)
    {
        lock (_gate) user.Release();
    }

    /// <summary>Lets everybody go on, and nobody wait any more.</summary>
    public void End()
    {
        lock (_gate)
        {
            _isOver = true;
            while (TryGo())
            {
            }
        }
    }

    private bool MustWait(UserTurn user)
    {
        if (Volatile.Read(ref _tooMany) <= 0 && !AreTaken) return false;
        lock (_gate)
        {
            if (_isOver || user.IsReleased) return false;
            if (_tooMany > 0) _tooMany--;
            else if (!TryGo()) return false;
            user.Stop();
            _waiting.Enqueue(user);
            _count = _waiting.Count;
            return true;
        }
    }

    /// <summary>Sends the one to work that has waited longest.</summary>
    private bool TryGo()
    {
        while (_waiting.TryDequeue(out var next))
        {
            _count = _waiting.Count;
            if (!next.IsWaiting) continue; // released meanwhile
            next.Go();
            return true;
        }
        return false;
    }
}
