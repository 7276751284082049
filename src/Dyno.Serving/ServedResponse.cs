using System.Text;

namespace Dyno.Serving;

/// <summary>What an <see cref="HttpServer"/> answers.</summary>
/// <param name="Status">200 to 599.</param>
/// <param name="ContentType">Of the body, such as <c>text/plain; charset=utf-8</c>.</param>
/// <param name="Body">The content; left out where the request is a <c>HEAD</c>.</param>
public sealed record ServedResponse(int Status, string ContentType, ReadOnlyMemory<byte> Body)
{
    /// <summary>A sentence for a person.</summary>
    /// <param name="status">200 to 599.</param>
    /// <param name="sentence">What it says.</param>
    public static ServedResponse Text(int status, string sentence) => new(status, "text/plain; charset=utf-8", Encoding.UTF8.GetBytes(sentence + "\n"));
}
