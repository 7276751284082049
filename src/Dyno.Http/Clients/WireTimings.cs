namespace Dyno.Http;

/// <summary>The phases of one request in nanoseconds, with k6's names and meanings. Phases that did not happen are 0.</summary>
/// <param name="BlockedNanos">Until a connection could be used or opened: a free connection was found, or the name was resolved.</param>
/// <param name="ConnectingNanos">TCP connect.</param>
/// <param name="TlsHandshakingNanos">TLS handshake.</param>
/// <param name="SendingNanos">Until the request was handed to the operating system.</param>
/// <param name="WaitingNanos">From the end of sending to the first byte of the answer.</param>
/// <param name="ReceivingNanos">From the first to the last byte of the answer.</param>
public readonly record struct WireTimings(long BlockedNanos, long ConnectingNanos, long TlsHandshakingNanos,
    long SendingNanos, long WaitingNanos, long ReceivingNanos)
{
    /// <summary>Sending + waiting + receiving: k6's <c>http_req_duration</c>.</summary>
    public long DurationNanos => SendingNanos + WaitingNanos + ReceivingNanos;

    /// <summary>All phases.</summary>
    public long TotalNanos => BlockedNanos + ConnectingNanos + TlsHandshakingNanos + DurationNanos;
}
