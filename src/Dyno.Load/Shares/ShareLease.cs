namespace Dyno.Load.Shares;

/// <summary>How long a share may go on without a word. Thread-safe.</summary>
/// <param name="length">From one word to the next.</param>
/// <param name="time">The clock.</param>
public sealed class ShareLease(TimeSpan length, TimeProvider time)
{
    private long _renewed = time.GetTimestamp();

    /// <summary>The length.</summary>
    public TimeSpan Length => length;

    /// <summary>Whether nobody has spoken for longer than that.</summary>
    public bool HasRunOut => time.GetElapsedTime(Interlocked.Read(ref _renewed)) > length;

    /// <summary>Somebody has spoken.</summary>
    public void Renew() => Interlocked.Exchange(ref _renewed, time.GetTimestamp());
}
