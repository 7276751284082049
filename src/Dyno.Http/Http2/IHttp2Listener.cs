
namespace Dyno.Http.Http2;

/// <summary>
/// What happens to the streams of a connection, told while its bytes are read. A slot that has ended is free: the listener
/// may open the next stream in it at once.
/// </summary>
internal interface IHttp2Listener
{
    /// <summary>The final head of an answer; its fields are those of the session's scratch.</summary>
    void OnHead(Http2Session session, int slot);

    /// <summary>The next bytes of a body. The listener may reset the stream.</summary>
    void OnBody(Http2Session session, int slot, ReadOnlySpan<byte> body);

    /// <summary>Fields behind the body; <see cref="OnEnd"/> follows.</summary>
    void OnTrailers(Http2Session session, int slot);

    /// <summary>The answer is whole.</summary>
    void OnEnd(Http2Session session, int slot, in Http2Stream stream);

    /// <summary>The server gave the stream up.</summary>
    /// <param name="session">The connection.</param>
    /// <param name="slot">Its slot.</param>
    /// <param name="stream">What had come.</param>
    /// <param name="code">Why.</param>
    /// <param name="wasNotBegun">The server says that it has not looked at the request: it may be sent again.</param>
    void OnReset(Http2Session session, int slot, in Http2Stream stream, ErrorCode code, bool wasNotBegun);

    /// <summary>The answer is not usable; the stream has been reset.</summary>
    void OnFault(Http2Session session, int slot, in Http2Stream stream, Http2Fault fault);

    /// <summary>Everything given to <see cref="Http2Session.Send"/> is on its way: the window has room for more.</summary>
    void OnSent(Http2Session session, int slot);
}
