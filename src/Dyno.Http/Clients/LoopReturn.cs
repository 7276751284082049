namespace Dyno.Http;

/// <summary>The return to a loop's thread; completed already on a thread that may use the loop.</summary>
internal readonly struct LoopReturn(ClientLoop loop) : ICriticalNotifyCompletion
{
    public bool IsCompleted => loop.IsOwn;

    public LoopReturn GetAwaiter() => this;

    public void GetResult()
    {
        // There is no result.
    }

    public void OnCompleted(Action continuation) => loop.Post(continuation);

    public void UnsafeOnCompleted(Action continuation) => loop.Post(continuation);
}
