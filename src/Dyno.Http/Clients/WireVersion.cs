namespace Dyno.Http;

/// <summary>Which version of HTTP a client speaks.</summary>
public enum WireVersion
{
    /// <summary>HTTP/1.1.</summary>
    Http11,

    /// <summary>HTTP/2 where an https server accepts it (ALPN), else HTTP/1.1.</summary>
    Agreed,

    /// <summary>HTTP/2 or an error: by ALPN on https, by prior knowledge on http.</summary>
    Http2,
}
