namespace Dyno.Http;

/// <summary>A request ended without an answer, with an error of a known kind.</summary>
/// <param name="kind">Kind of the error in the report.</param>
/// <param name="text">Description of the error.</param>
internal sealed class StreamException(RequestErrorKind kind, string text) : IOException(text)
{
    public RequestErrorKind Kind => kind;

    /// <summary>The exception for an answer that is refused.</summary>
    public static Exception Of(RequestErrorKind kind, string text) =>
        kind == RequestErrorKind.Protocol ? new InvalidDataException(text) : new StreamException(kind, text);
}
