namespace Dyno.Http;

/// <summary>
/// One token. It is renewed in the background when a quarter of its life is left, at the earliest five minutes before its end; after a
/// failure again after 1, 2, 4 … 30 s. Until a new token comes the old one stays in use, also when it has expired: the server decides
/// whether it still takes it. Thread-safe; reading costs no lock.
/// </summary>
[SuppressMessage("Design", "CA1001:Types that own disposable fields should be disposable", Justification = "EndAsync disposes of what Begin has made; the semaphore has no handle")]
internal sealed class RenewedToken(ITokenLogin login, int user, SemaphoreSlim atOnce, TimeProvider time)
{
    private const int SpreadOver = 64;
    private static readonly TimeSpan LongestMargin = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(30);
    private readonly SemaphoreSlim _turn = new(1, 1);
    private readonly Lock _lock = new();
    private volatile Held? _held;
    private CancellationTokenSource? _running; // null: not renewed now
    private ITimer? _timer;
    private Task _renewal = Task.CompletedTask;
    private int _failuresInRow;
    private TimeSpan _expiredBefore;

    /// <summary>Whether the token in use has outlived its life.</summary>
    public bool IsExpired => _held is { Lifetime: { } lifetime } held && AgeOf(held) >= lifetime;

    /// <summary>Failed attempts to renew the token since <see cref="Begin"/>.</summary>
    public int Failures { get; private set; }

    /// <summary>The last failed attempt since <see cref="Begin"/>; null when there was none.</summary>
    public string? LastFailure { get; private set; }

    /// <summary>How long an expired token was in use since <see cref="Begin"/>.</summary>
    public TimeSpan ExpiredFor
    {
        get
        {
            lock (_lock) return _expiredBefore + (_running is not null ? Overdue(_held) : TimeSpan.Zero);
        }
    }

    /// <summary>A value of the login as bytes; empty before the first login.</summary>
    public ReadOnlySpan<byte> BytesOf(int value) => _held is { } held ? held.Bytes[value] : [];

    /// <summary>Logs in, unless the token is fresh.</summary>
    /// <exception cref="LoginException">The login failed.</exception>
    public async Task AcquireAsync(CancellationToken cancellationToken)
    {
        if (IsFresh) return;
        await _turn.WaitAsync(cancellationToken);
        try
        {
            if (IsFresh) return; // someone else logged in while this call waited
            await atOnce.WaitAsync(cancellationToken);
            try
            {
                await LoginAsync(cancellationToken);
            }
            finally
            {
                atOnce.Release();
            }
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>The first value, fresh enough to be used; logs in when it is not, unless the renewals in the background are failing.</summary>
    /// <exception cref="LoginException">There is no token that may be used.</exception>
    public async ValueTask<string> CurrentAsync(CancellationToken cancellationToken)
    {
        if (_held is null || IsExpired)
        {
            if (_failuresInRow > 0) throw new LoginException($"the token has expired: {LastFailure}");
            await AcquireAsync(cancellationToken);
        }
        return _held!.Values[0];
    }

    public void Begin()
    {
        lock (_lock)
        {
            if (_running is not null) return;
            _running = new CancellationTokenSource();
            (_failuresInRow, Failures, LastFailure, _expiredBefore) = (0, 0, null, TimeSpan.Zero);
            _timer = time.CreateTimer(static token => ((RenewedToken)token!).Renew(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
            Schedule();
        }
    }

    /// <summary>Ends the renewals, and waits for one that has begun.</summary>
    public async Task EndAsync()
    {
        Task renewal;
        CancellationTokenSource running;
        lock (_lock)
        {
            if (_running is null) return;
            _expiredBefore += Overdue(_held);
            (running, renewal, _running) = (_running, _renewal, null);
            _timer?.Dispose();
        }
        await running.CancelAsync();
        await renewal;
        running.Dispose();
    }

    private bool IsFresh => _held is { } held && DueIn(held) is not { Ticks: <= 0 };

    private TimeSpan AgeOf(Held held) => time.GetElapsedTime(held.Since);

    private TimeSpan Overdue(Held? held) =>
        held is { Lifetime: { } lifetime } && AgeOf(held) is var age && age > lifetime ? age - lifetime : TimeSpan.Zero;

    // Tokens of many users are renewed one after another, so that their logins do not come all at once.
    private TimeSpan? DueIn(Held held)
    {
        if (held.Lifetime is not { } lifetime) return null;
        var margin = lifetime / 4 < LongestMargin ? lifetime / 4 : LongestMargin;
        return lifetime - margin - margin / 2 * (user % SpreadOver) / SpreadOver - AgeOf(held);
    }

    private async Task LoginAsync(CancellationToken cancellationToken)
    {
        var since = time.GetTimestamp();
        var grant = await login.LoginAsync(user, _held?.RefreshToken, cancellationToken);
        var next = new Held(grant.Values, [.. grant.Values.Select(Encoding.ASCII.GetBytes)], since, grant.Lifetime, grant.RefreshToken ?? _held?.RefreshToken);
        lock (_lock)
        {
            if (_running is not null) _expiredBefore += Overdue(_held);
            _held = next;
        }
    }

    private void Renew()
    {
        lock (_lock)
        {
            if (_running is { } running) _renewal = RenewAsync(running.Token);
        }
    }

    private async Task RenewAsync(CancellationToken ending)
    {
        try
        {
            await AcquireAsync(ending);
            lock (_lock) _failuresInRow = 0;
        }
        catch (OperationCanceledException) when (ending.IsCancellationRequested)
        {
            return;
        }
        catch (LoginException failure)
        {
            lock (_lock) (_failuresInRow, Failures, LastFailure) = (_failuresInRow + 1, Failures + 1, failure.Message);
        }
        lock (_lock) Schedule();
    }

    private void Schedule()
    {
        if (_running is null || _held is not { } held || DueIn(held) is not { } due) return;
        if (_failuresInRow > 0) due = Pause(_failuresInRow);
        _timer!.Change(due > TimeSpan.Zero ? due : TimeSpan.Zero, Timeout.InfiniteTimeSpan);
    }

    private static TimeSpan Pause(int failures) => failures > 5 ? LongestPause : TimeSpan.FromSeconds(1 << (failures - 1));

    private sealed record Held(ImmutableArray<string> Values, ImmutableArray<byte[]> Bytes, long Since, TimeSpan? Lifetime, string? RefreshToken);
}
