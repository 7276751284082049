namespace Dyno.Load;

/// <summary>The sleep that .NET offers on every system, in whole milliseconds, rounded down.</summary>
internal sealed class SemaphoreWakeUp : IWakeUp
{
    private readonly SemaphoreSlim _semaphore = new(0);

    public bool IsPrecise => false;

    public void Sleep(long nanos) => _semaphore.Wait((int)(nanos / 1_000_000));

    public void Wake()
    {
        try
        {
            _semaphore.Release();
        }
        catch (ObjectDisposedException)
        {
            // The wake-up came from an iteration that outlived its worker.
        }
    }

    public void Dispose() => _semaphore.Dispose();
}
