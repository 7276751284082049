using Dyno.Load.Engine;

namespace Dyno.Http.Clients;

/// <summary>An HTTP/2 stream ended without an answer.</summary>
/// <param name="kind">Kind of the error in the report.</param>
/// <param name="text">Description of the error.</param>
internal sealed class StreamException(RequestErrorKind kind, string text) : IOException(text)
{
    public RequestErrorKind Kind => kind;
}
