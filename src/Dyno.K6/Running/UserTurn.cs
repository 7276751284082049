namespace Dyno.K6.Running;

/// <summary>The place of one isolated user in <see cref="Turns"/>.</summary>
internal sealed class UserTurn : IDisposable
{
    private readonly ManualResetEventSlim _mayGo = new(true, spinCount: 0);

    /// <summary>When its turn began, on the engine's clock. Its thread only.</summary>
    public long BeganNanos { get; set; }

    /// <summary>Whether it waits for one; under the lock of the turns.</summary>
    public bool IsWaiting => !_mayGo.IsSet;

    /// <summary>It is to leave, and must not wait any more; under the lock of the turns.</summary>
    public bool IsReleased { get; private set; }

    /// <summary>Its user begins to work. Its thread, or whoever starts it.</summary>
    /// <param name="nowNanos">The engine's clock.</param>
    public void Begin(long nowNanos) => (BeganNanos, IsReleased) = (nowNanos, false);

    /// <summary>It is to wait; under the lock of the turns.</summary>
    public void Stop() => _mayGo.Reset();

    /// <summary>It may go on; under the lock of the turns.</summary>
    public void Go() => _mayGo.Set();

    /// <summary>It may go on, and does not wait again before <see cref="Begin"/>; under the lock of the turns.</summary>
    public void Release()
    {
        IsReleased = true;
        Go();
    }

    /// <summary>Waits until it may go on.</summary>
    public void Wait() => _mayGo.Wait();

    public void Dispose() => _mayGo.Dispose();
}
