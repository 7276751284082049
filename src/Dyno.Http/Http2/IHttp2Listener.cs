
namespace Dyno.Http;

/// <summary>
/// Receives the events of a connection's streams while the connection's bytes are read. A slot whose stream has ended is free:
/// the listener may open the next stream in it at once.
/// </summary>
internal interface IHttp2Listener
{
    /// <summary>The final head of an answer has arrived; its fields are in the session's scratch.</summary>
    void OnHead(Http2Session session, int slot);

    /// <summary>The next bytes of a body have arrived. The listener may reset the stream.</summary>
    void OnBody(Http2Session session, int slot, ReadOnlySpan<byte> body);

    /// <summary>The fields after the body have arrived; <see cref="OnEnd"/> follows.</summary>
    void OnTrailers(Http2Session session, int slot);

    /// <summary>The answer is complete.</summary>
    void OnEnd(Http2Session session, int slot, in Http2Stream stream);

    /// <summary>The server reset the stream, or refused it by GOAWAY.</summary>
    /// <param name="slot">Slot of the stream.</param>
    /// <param name="stream">State of the stream at its end.</param>
    /// <param name="code">Reason for the reset.</param>
    /// <param name="wasNotBegun">Whether the server says that it has not processed the request, which may then be sent again.</param>
    void OnReset(Http2Session session, int slot, in Http2Stream stream, ErrorCode code, bool wasNotBegun);

    /// <summary>The answer is not usable; the stream has been reset.</summary>
    void OnFault(Http2Session session, int slot, in Http2Stream stream, Http2Fault fault);

    /// <summary>All pending data given to <see cref="Http2Session.Send"/> has been written to the outgoing frames.</summary>
    void OnSent(Http2Session session, int slot);
}
