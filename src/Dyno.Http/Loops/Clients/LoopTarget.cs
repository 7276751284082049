namespace Dyno.Http;

/// <summary>The data that requests to one URL share: their origin, their first bytes, and the head of the last answer.</summary>
internal sealed class LoopTarget
{
    public LoopTarget(Uri url, LoopOrigin origin)
    {
        (Url, Origin) = (url, origin);
        Line = Encoding.ASCII.GetBytes($" {url.PathAndQuery} HTTP/1.1\r\n");
        HostLine = Encoding.ASCII.GetBytes($"Host: {RequestRules.HostOf(url)}\r\n");
        BareGet = [.. "GET"u8, .. Line, .. HostLine, .. "\r\n"u8];
    }

    public Uri Url { get; }

    public LoopOrigin Origin { get; }

    /// <summary>The request line after the method.</summary>
    public byte[] Line { get; }

    /// <summary>The Host header, for a request without its own.</summary>
    public byte[] HostLine { get; }

    /// <summary>A complete GET without headers or body, the most frequent request of a load.</summary>
    public byte[] BareGet { get; }

    /// <summary>Head of the last answer; null before the first.</summary>
    public AnswerHead? LastHead { get; set; }
}
