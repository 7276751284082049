namespace Dyno.Http.Clients;

/// <summary>Bytes over connections, above TLS: added to by those who send and receive, taken by the one who records. Thread-safe.</summary>
public sealed class ByteTally
{
    private long _sent;
    private long _received;

    /// <summary>Bytes are about to leave: what answers them never comes before they are counted.</summary>
    public void Sending(long bytes) => Interlocked.Add(ref _sent, bytes);

    /// <summary>Bytes have come.</summary>
    public void Received(long bytes) => Interlocked.Add(ref _received, bytes);

    /// <summary>What was counted since it was last asked.</summary>
    public (long Sent, long Received) Take() => (Interlocked.Exchange(ref _sent, 0), Interlocked.Exchange(ref _received, 0));
}
