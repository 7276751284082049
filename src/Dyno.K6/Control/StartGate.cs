namespace Dyno.K6.Control;

/// <summary>What a run that begins paused waits for: somebody outside who lets it begin. Thread-safe.</summary>
internal sealed class StartGate
{
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile bool _isWaitedFor;

    /// <summary>Whether nobody has let the run begin yet.</summary>
    public bool IsClosed => !_opened.Task.IsCompleted;

    /// <summary>Whether everything is ready and only this is waited for.</summary>
    public bool IsWaitedFor => _isWaitedFor && IsClosed;

    /// <summary>Lets the run begin, now or as soon as it is ready. Cannot be taken back.</summary>
    public void Open() => _opened.TrySetResult();

    /// <summary>Waits until somebody has.</summary>
    /// <exception cref="OperationCanceledException">The run was stopped.</exception>
    public async Task WaitAsync(CancellationToken cancellationToken)
    {
        _isWaitedFor = true;
        // The run must not go on, and come to its end, on the thread that stops it: that one has still to answer its caller.
        var stopped = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var registration = cancellationToken.UnsafeRegister(static s => ((TaskCompletionSource)s!).TrySetResult(), stopped);
        await Task.WhenAny(_opened.Task, stopped.Task);
        cancellationToken.ThrowIfCancellationRequested();
    }
}
