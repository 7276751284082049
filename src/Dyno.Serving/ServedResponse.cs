namespace Dyno.Serving;

/// <summary>The answer of an <see cref="HttpServer"/>.</summary>
/// <param name="Status">200 to 599.</param>
/// <param name="ContentType">The content type of the body, such as <c>text/plain; charset=utf-8</c>.</param>
/// <param name="Body">The content; not sent when the request is a <c>HEAD</c>.</param>
public sealed record ServedResponse(int Status, string ContentType, ReadOnlyMemory<byte> Body)
{
    /// <summary>An answer of one sentence of plain text.</summary>
    /// <param name="status">200 to 599.</param>
    public static ServedResponse Text(int status, string sentence) => new(status, "text/plain; charset=utf-8", Encoding.UTF8.GetBytes(sentence + "\n"));
}
