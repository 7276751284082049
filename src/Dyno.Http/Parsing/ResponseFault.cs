namespace Dyno.Http;

/// <summary>The reason why bytes are not a usable HTTP/1.1 response.</summary>
public enum ResponseFault : byte
{
    /// <summary>No fault.</summary>
    None,

    /// <summary>The first bytes are not <c>HTTP/1.0</c> or <c>HTTP/1.1</c>.</summary>
    NotHttp,

    /// <summary>The status is not three digits from 100 to 999.</summary>
    BadStatus,

    /// <summary>A header line without a colon, with a bad name, folded, or with a stray CR, LF or NUL.</summary>
    BadHeader,

    /// <summary>The head exceeds the limit.</summary>
    HeadTooLarge,

    /// <summary>A Content-Length that is not a whole number of at most 18 digits.</summary>
    BadContentLength,

    /// <summary>Two lengths that differ, or Content-Length beside Transfer-Encoding.</summary>
    ConflictingLengths,

    /// <summary>A Transfer-Encoding that does not end in one <c>chunked</c>, or a Transfer-Encoding in HTTP/1.0.</summary>
    BadTransferEncoding,

    /// <summary>A malformed chunk.</summary>
    BadChunk,

    /// <summary>Chunk extensions or trailers exceed the limit of a head.</summary>
    TrailerTooLarge,

    /// <summary>The connection ended within the response.</summary>
    Truncated,

    /// <summary>Bytes after the end of the response that no request asked for.</summary>
    UnexpectedBytes,

    /// <summary>101 Switching Protocols, although the request did not ask for an upgrade.</summary>
    Upgrade,
}

/// <summary>Descriptions of the faults.</summary>
public static class ResponseFaultTexts
{
    /// <summary>One clause for a message, e.g. <c>the status line has no valid status</c>.</summary>
    public static string Describe(this ResponseFault fault) => fault switch
    {
        ResponseFault.None => "no fault",
        ResponseFault.NotHttp => "the answer does not begin with HTTP/1.1",
        ResponseFault.BadStatus => "the status line has no valid status",
        ResponseFault.BadHeader => "a header line is malformed",
        ResponseFault.HeadTooLarge => "the head exceeds the limit",
        ResponseFault.BadContentLength => "Content-Length is not a number",
        ResponseFault.ConflictingLengths => "the head gives two different lengths of the body",
        ResponseFault.BadTransferEncoding => "Transfer-Encoding is not chunked",
        ResponseFault.BadChunk => "a chunk is malformed",
        ResponseFault.TrailerTooLarge => "chunk extensions or trailers exceed the limit",
        ResponseFault.Truncated => "the connection ended within the answer",
        ResponseFault.UnexpectedBytes => "more bytes than the answer announced",
        ResponseFault.Upgrade => "101 Switching Protocols without a request for it",
        _ => fault.ToString(),
    };
}
