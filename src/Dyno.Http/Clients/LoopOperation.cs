namespace Dyno.Http;

/// <summary>The pending operation of a loop's socket in one direction, one at a time. Its continuation runs inside the loop's wait.</summary>
internal sealed class LoopOperation : IValueTaskSource<int>
{
    private Action<object?>? _continuation;
    private object? _state;
    private int _result;
    private Exception? _error;
    private short _version;

    public bool IsWaiting { get; private set; }

    /// <summary>Deadline of the pending operation; <see cref="long.MaxValue"/> while none is pending.</summary>
    public long DueNanos { get; private set; } = long.MaxValue;

    public ValueTask<int> Begin(long dueNanos)
    {
        (IsWaiting, DueNanos, _error) = (true, dueNanos, null);
        return new ValueTask<int>(this, ++_version);
    }

    public void End(int result, Exception? error, bool hidesContext)
    {
        (IsWaiting, DueNanos, _result, _error) = (false, long.MaxValue, result, error);
        var (continuation, state) = (_continuation, _state);
        (_continuation, _state) = (null, null);
        if (!hidesContext || SynchronizationContext.Current is not { } context)
        {
            continuation?.Invoke(state);
            return;
        }
        SynchronizationContext.SetSynchronizationContext(null);
        try
        {
            continuation?.Invoke(state);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(context);
        }
    }

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => IsWaiting ? ValueTaskSourceStatus.Pending
        : _error is null ? ValueTaskSourceStatus.Succeeded : ValueTaskSourceStatus.Faulted;

    // The flags are ignored: End runs on the loop's thread, which already has the context that the caller may ask for.
    void IValueTaskSource<int>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        (_continuation, _state) = (continuation, state);

    int IValueTaskSource<int>.GetResult(short token)
    {
        var (result, error) = (_result, _error);
        _error = null;
        return error is null ? result : throw error;
    }
}
