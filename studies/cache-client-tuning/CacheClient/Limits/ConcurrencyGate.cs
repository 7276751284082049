using System.Diagnostics;

namespace Dyno.Caching.Limits;

/// <summary>
/// Lets as many calls through as a limit allows. Further calls wait in a bounded queue; their wait counts towards their deadline. Safe
/// for any thread.
/// </summary>
/// <param name="limit">The limit of calls in flight; the gate owns it.</param>
/// <param name="queueLimit">The most calls that wait; a further call is refused.</param>
/// <param name="order">The order in which waiting calls get permits.</param>
/// <param name="time">The clock.</param>
public sealed class ConcurrencyGate(IConcurrencyLimit limit, int queueLimit, QueueOrder order, TimeProvider time)
{
    private readonly Lock _lock = new();
    private readonly LinkedList<Waiter> _queue = new();
    private int _inFlight;

    /// <summary>The calls that may be in flight now.</summary>
    public int Limit
    {
        get
        {
            lock (_lock) return limit.Current;
        }
    }

    /// <summary>The calls in flight now.</summary>
    public int InFlight => Volatile.Read(ref _inFlight);

    /// <summary>Waits for a permit; call <see cref="Leave"/> exactly once to give it back.</summary>
    /// <param name="patience">The longest wait: the rest of the call's deadline.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    /// <returns>The permit, or the reason for the refusal.</returns>
    /// <exception cref="OperationCanceledException">The token was cancelled while waiting.</exception>
    public async ValueTask<Permit> EnterAsync(TimeSpan patience, CancellationToken cancellationToken = default)
    {
        Waiter waiter;
        lock (_lock)
        {
            if (_inFlight < limit.Current && _queue.Count == 0) return Grant();
            if (_queue.Count >= queueLimit) return Permit.QueueFull;
            if (patience <= TimeSpan.Zero && patience != Timeout.InfiniteTimeSpan) return Permit.TooLate;
            waiter = new Waiter(patience == Timeout.InfiniteTimeSpan ? long.MaxValue : After(patience));
            waiter.Place = order == QueueOrder.OldestFirst ? _queue.AddLast(waiter) : _queue.AddFirst(waiter);
        }

        using var timer = patience == Timeout.InfiniteTimeSpan
            ? null
            : time.CreateTimer(_ => GiveUp(waiter), null, patience, Timeout.InfiniteTimeSpan);
        await using var cancelled = cancellationToken.UnsafeRegister(_ => GiveUp(waiter), null).ConfigureAwait(false);
        var permit = await waiter.Task.ConfigureAwait(false);
        if (!permit.IsGranted) cancellationToken.ThrowIfCancellationRequested();
        return permit;
    }

    /// <summary>Gives a permit back and reports the call to the limit.</summary>
    /// <param name="permit">The permit from <see cref="EnterAsync"/>.</param>
    /// <param name="dropped">Whether the service did not serve the call.</param>
    public void Leave(in Permit permit, bool dropped)
    {
        Debug.Assert(permit.IsGranted);
        var now = time.GetTimestamp();
        List<(Waiter Waiter, Permit Permit)>? next = null;
        lock (_lock)
        {
            limit.Observe(new CallSample(now, time.GetElapsedTime(permit.GrantedAt, now), permit.InFlight, _queue.Count > 0, dropped));
            _inFlight--;
            while (_inFlight < limit.Current && _queue.First is { } first)
            {
                _queue.RemoveFirst();
                first.Value.Place = null;
                (next ??= []).Add((first.Value, first.Value.GivesUpAt > now ? Grant() : Permit.TooLate));
            }
        }

        if (next is null) return;
        foreach (var (waiter, granted) in next) waiter.SetResult(granted);
    }

    private Permit Grant() => new(time.GetTimestamp(), ++_inFlight, Refusal.None);

    private long After(TimeSpan patience) => time.GetTimestamp() + (long)(patience.TotalSeconds * time.TimestampFrequency);

    private void GiveUp(Waiter waiter)
    {
        lock (_lock)
        {
            if (waiter.Place is null) return;
            _queue.Remove(waiter.Place);
            waiter.Place = null;
        }

        waiter.SetResult(Permit.TooLate);
    }

    private sealed class Waiter(long givesUpAt) : TaskCompletionSource<Permit>(TaskCreationOptions.RunContinuationsAsynchronously)
    {
        public long GivesUpAt => givesUpAt;

        public LinkedListNode<Waiter>? Place { get; set; }
    }
}
