using System.Buffers;
using System.Globalization;
using System.Text;

namespace Dyno.Serving;

/// <summary>
/// A request line and its header fields (RFC 9112, 2 to 6), strictly: what two readers could take for two different requests is
/// refused, such as two lengths, a length beside chunks, a blank before a colon, a folded line, or a line feed alone.
/// </summary>
internal sealed record RequestHead
{
    private const int MostHeaders = 100;
    private static readonly SearchValues<char> TokenCharacters =
        SearchValues.Create("!#$%&'*+-.^_`|~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    private static readonly SearchValues<char> NeverInHosts = SearchValues.Create(" \t/@?#,");

    public required string Method { get; init; }

    /// <summary>As sent, a path and a query.</summary>
    public required string Target { get; init; }

    /// <summary>Whom the sender thinks that it talks to, without the port; empty in an HTTP/1.0 request that does not say so.</summary>
    public string Host { get; private set; } = "";

    /// <summary>Bytes of the content; 0 when it comes in chunks or not at all.</summary>
    public long Length { get; private set; }

    public bool IsChunked { get; private set; }

    /// <summary>Whether the sender waits for <c>100 Continue</c> before it sends the content.</summary>
    public bool AwaitsContinue { get; private set; }

    /// <summary>Whether the connection stays open after the answer.</summary>
    public bool KeepsAlive { get; private set; }

    /// <summary>Reads it.</summary>
    /// <param name="bytes">From the request line to the end of the last field's line.</param>
    /// <exception cref="RefusedRequest">It is no head of a request that can be answered.</exception>
    public static RequestHead Read(ReadOnlySpan<byte> bytes)
    {
        var lines = Encoding.Latin1.GetString(bytes).Split("\r\n");
        var (method, target, minor) = ReadLine(lines[0]);
        var head = new RequestHead { Method = method, Target = target, KeepsAlive = minor > 0 };
        head.ReadFields(lines.AsSpan(1), minor);
        return target.StartsWith('/') || target == "*" ? head : head.Absolute();
    }

    private static (string Method, string Target, int Minor) ReadLine(string line)
    {
        if (line.Split(' ') is not [{ Length: > 0 } method, { Length: > 0 } target, var version]) throw new RefusedRequest(400, "the request line is not 'METHOD TARGET HTTP/1.1'");
        if (method.AsSpan().ContainsAnyExcept(TokenCharacters)) throw new RefusedRequest(400, "the method is no word");
        if (target.AsSpan().ContainsAnyExceptInRange('!', '~')) throw new RefusedRequest(400, "the target of the request has characters that must be escaped");
        if (version is not ['H', 'T', 'T', 'P', '/', >= '0' and <= '9' and var major, '.', >= '0' and <= '9' and var minor])
            throw new RefusedRequest(400, "the request line does not end with HTTP/1.1");
        if (major != '1') throw new RefusedRequest(505, "only HTTP/1.1 is spoken here");
        return (method, target, minor - '0');
    }

    private void ReadFields(ReadOnlySpan<string> lines, int minor)
    {
        if (lines.Length > MostHeaders) throw new RefusedRequest(431, $"more than {MostHeaders} header fields");
        var (hosts, lengths, codings, closes) = (0, 0, 0, false);
        foreach (var line in lines)
        {
            var colon = line.IndexOf(':', StringComparison.Ordinal);
            if (colon <= 0 || line.AsSpan(0, colon).ContainsAnyExcept(TokenCharacters)) throw new RefusedRequest(400, "a header field is not 'Name: value'");
            var value = line[(colon + 1)..].Trim(' ', '\t');
            if (value.Any(c => char.IsControl(c) && c != '\t')) throw new RefusedRequest(400, "a header field has control characters");
            switch (line[..colon].ToUpperInvariant())
            {
                case "HOST" when ++hosts == 1:
                    Host = NameOf(value);
                    break;
                case "CONTENT-LENGTH" when ++lengths == 1:
                    Length = LengthOf(value);
                    break;
                case "TRANSFER-ENCODING" when ++codings == 1 && minor > 0:
                    IsChunked = value.Equals("chunked", StringComparison.OrdinalIgnoreCase) ? true : throw new RefusedRequest(501, "no transfer coding but chunked is known here");
                    break;
                case "HOST" or "CONTENT-LENGTH" or "TRANSFER-ENCODING":
                    throw new RefusedRequest(400, "Host, Content-Length or Transfer-Encoding stands there twice, or where it must not");
                case "CONNECTION":
                    KeepsAlive |= Has(value, "keep-alive");
                    closes |= Has(value, "close");
                    break;
                case "EXPECT":
                    if (!value.Equals("100-continue", StringComparison.OrdinalIgnoreCase)) throw new RefusedRequest(417, "nothing can be expected but 100-continue");
                    AwaitsContinue = minor > 0;
                    break;
            }
        }
        KeepsAlive &= !closes;
        if (lengths > 0 && IsChunked) throw new RefusedRequest(400, "a length beside chunks");
        if (hosts == 0 && minor > 0) throw new RefusedRequest(400, "the header field Host is missing");
    }

    // http://localhost:6565/v1/status, as a client sends it to a proxy: what it names goes before Host (RFC 9112, 3.2.2).
    private RequestHead Absolute()
    {
        if (!Uri.TryCreate(Target, UriKind.Absolute, out var url) || url.Scheme != Uri.UriSchemeHttp || url.UserInfo.Length > 0)
            throw new RefusedRequest(400, "the target of the request is no path");
        return this with { Target = url.PathAndQuery, Host = url.Host };
    }

    private static string NameOf(string host)
    {
        var end = host.StartsWith('[') ? host.IndexOf(']', StringComparison.Ordinal) + 1 : host.IndexOf(':', StringComparison.Ordinal);
        var name = end > 0 ? host[..end] : host;
        var port = host[name.Length..];
        if (name.AsSpan().ContainsAny(NeverInHosts) || (port.Length > 0 && (port[0] != ':' || port.AsSpan(1).ContainsAnyExceptInRange('0', '9'))))
            throw new RefusedRequest(400, "Host is no host and port");
        return name;
    }

    private static long LengthOf(string value) =>
        long.TryParse(value, NumberStyles.None, CultureInfo.InvariantCulture, out var length) ? length
            : throw new RefusedRequest(400, "Content-Length is no number");

    private static bool Has(string list, string word) => list.Split(',', StringSplitOptions.TrimEntries).Contains(word, StringComparer.OrdinalIgnoreCase);
}
