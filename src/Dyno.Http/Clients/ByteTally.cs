namespace Dyno.Http;

/// <summary>Counts bytes over connections, above TLS: senders and receivers add bytes, the recorder takes the sums. Thread-safe.</summary>
public sealed class ByteTally
{
    private long _sent;
    private long _received;

    /// <summary>Counts bytes before they are sent, so that their answer never arrives before they are counted.</summary>
    public void Sending(long bytes) => Interlocked.Add(ref _sent, bytes);

    /// <summary>Counts received bytes.</summary>
    public void Received(long bytes) => Interlocked.Add(ref _received, bytes);

    /// <summary>Returns the bytes counted since the last call.</summary>
    public (long Sent, long Received) Take() => (Interlocked.Exchange(ref _sent, 0), Interlocked.Exchange(ref _received, 0));
}
