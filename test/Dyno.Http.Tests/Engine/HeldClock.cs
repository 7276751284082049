namespace Dyno.Http.Tests;

/// <summary>
/// The system's time, which stands still until something has happened: so it happens within the first moment of a phase,
/// however slow the machine is.
/// </summary>
internal sealed class HeldClock(Func<bool> hasHappened) : TimeProvider
{
    private readonly long _heldAt = System.GetTimestamp();
    private long _lost = -1;

    public override long GetTimestamp()
    {
        if (Interlocked.Read(ref _lost) < 0)
        {
            if (!hasHappened()) return _heldAt;
            Interlocked.CompareExchange(ref _lost, System.GetTimestamp() - _heldAt, -1);
        }
        return System.GetTimestamp() - Interlocked.Read(ref _lost);
    }
}
