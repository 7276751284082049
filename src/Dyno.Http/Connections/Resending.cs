namespace Dyno.Http;

/// <summary>
/// Decides whether a request is sent once more after its connection ended without a byte of its answer. The caller has checked that the
/// connection had answered before, and that the request was not sent twice already.
/// </summary>
internal static class Resending
{
    /// <summary>
    /// Whether the server cannot have begun the request: none of its bytes was sent, or the server closed the connection and its system
    /// acknowledged none of them. A reset proves nothing, because it may come before the acknowledgement of bytes that were read.
    /// </summary>
    /// <param name="sentBytes">Bytes handed to the system from the request's first byte on, those of later requests included.</param>
    /// <param name="unacknowledgedBytes">Bytes that the peer's system had not acknowledged when the connection ended.</param>
    public static bool CannotHaveBegun(RequestErrorKind kind, long sentBytes, long unacknowledgedBytes) =>
        sentBytes <= 0 || (kind == RequestErrorKind.Closed && sentBytes <= unacknowledgedBytes);

    /// <summary>
    /// Whether a request that waited behind another one may be sent again, because that one ended the connection: its answer announced the
    /// close, or Dyno gave it up. The server may have begun the request, so only a method that may be repeated is sent again (RFC 9110, 9.2.2).
    /// </summary>
    public static bool MayFollow(string method) => method is "GET" or "HEAD" or "OPTIONS" or "TRACE" or "PUT" or "DELETE";

    /// <summary>
    /// Whether Go's net/http, and with it k6, sends a request again that was lost on a kept connection (Transport, Request.isReplayable):
    /// the server may have begun it.
    /// </summary>
    public static bool GoRepeats(string method, int bodyBytes) => bodyBytes == 0 && method is "GET" or "HEAD" or "OPTIONS" or "TRACE";
}
