namespace Dyno.Load;

/// <summary>How long a share may continue without a message from its agent. Thread-safe.</summary>
/// <param name="length">Longest time from one message to the next.</param>
public sealed class ShareLease(TimeSpan length, TimeProvider time)
{
    private long _renewed = time.GetTimestamp();

    public TimeSpan Length => length;

    /// <summary>Whether no message has come for longer than <see cref="Length"/>.</summary>
    public bool HasRunOut => time.GetElapsedTime(Interlocked.Read(ref _renewed)) > length;

    /// <summary>Renews the lease when a message has come.</summary>
    public void Renew() => Interlocked.Exchange(ref _renewed, time.GetTimestamp());
}
