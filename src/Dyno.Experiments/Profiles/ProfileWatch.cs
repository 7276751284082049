namespace Dyno.Experiments;

/// <summary>Waits for moments of a measurement while a load runs, by its snapshots. Once the load is over, nothing waits any more.</summary>
internal sealed class ProfileWatch : IRunListener
{
    private readonly Lock _gate = new();
    private TaskCompletionSource _next = NewMoment();
    private long _requests;
    private bool _isOver;

    /// <summary>Requests that were measured at the last snapshot.</summary>
    public long Requests => Interlocked.Read(ref _requests);

    public void OnSnapshot(RunSnapshot snapshot)
    {
        if (snapshot.Phase != RunPhase.Measure) return;
        Interlocked.Exchange(ref _requests, snapshot.Requests);
        Tell(isOver: false);
    }

    public void End() => Tell(isOver: true);

    /// <summary>Waits for the next snapshot of the measurement.</summary>
    /// <returns>The requests at that moment.</returns>
    public async Task<long> NextAsync()
    {
        await Moment();
        return Requests;
    }

    /// <summary>Waits for so long, in whole snapshots.</summary>
    public async Task PassAsync(TimeSpan time)
    {
        var begin = TimeProvider.System.GetTimestamp();
        do await NextAsync();
        while (!Volatile.Read(ref _isOver) && TimeProvider.System.GetElapsedTime(begin) < time - TimeSpan.FromSeconds(0.5));
    }

    private Task Moment()
    {
        lock (_gate) return _next.Task;
    }

    private void Tell(bool isOver)
    {
        TaskCompletionSource reached;
        lock (_gate)
        {
            if (_isOver) return;
            (_isOver, reached) = (isOver, _next);
            if (!isOver) _next = NewMoment();
        }
        reached.TrySetResult();
    }

    private static TaskCompletionSource NewMoment() => new(TaskCreationOptions.RunContinuationsAsynchronously);
}
