using Dyno.Load.Engine;

namespace Dyno.Http.Clients;

/// <summary>A stream of HTTP/2 that ended without an answer.</summary>
/// <param name="kind">What it is to the one who reads the report.</param>
/// <param name="text">What happened.</param>
internal sealed class StreamException(RequestErrorKind kind, string text) : IOException(text)
{
    public RequestErrorKind Kind => kind;
}
