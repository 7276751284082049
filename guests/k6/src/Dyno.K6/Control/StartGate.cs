namespace Dyno.K6;

/// <summary>Holds a run that begins paused until someone outside lets it begin. Thread-safe.</summary>
internal sealed class StartGate
{
    private readonly TaskCompletionSource _opened = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile bool _isWaitedFor;

    /// <summary>Whether no one has let the run begin yet.</summary>
    public bool IsClosed => !_opened.Task.IsCompleted;

    /// <summary>Whether everything else is ready and the run waits for this gate alone.</summary>
    public bool IsWaitedFor => _isWaitedFor && IsClosed;

    /// <summary>Lets the run begin, now or as soon as it is ready. Cannot be taken back.</summary>
    public void Open() => _opened.TrySetResult();

    /// <summary>Waits until the gate is opened.</summary>
    /// <exception cref="OperationCanceledException">The run was stopped.</exception>
    public async Task WaitAsync(CancellationToken cancellationToken)
    {
        _isWaitedFor = true;
        // RunContinuationsAsynchronously, because the thread that stops the run must still answer its caller: the run must not continue,
        // perhaps to its end, on that thread.
        var stopped = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        using var registration = cancellationToken.UnsafeRegister(static s => ((TaskCompletionSource)s!).TrySetResult(), stopped);
        await Task.WhenAny(_opened.Task, stopped.Task);
        cancellationToken.ThrowIfCancellationRequested();
    }
}
