namespace Dyno.Http;

/// <summary>Data about a request that is cached when it is first sent: it is valid, its origin, the bytes of its head. Thread-safe.</summary>
internal sealed class KnownRequest(WireRequest request, HttpOrigin origin)
{
    private byte[]? _head;
    private bool _wasSent;

    public WireRequest Wire => request;

    public HttpOrigin Origin => origin;

    /// <summary>Whether the request was sent before; the call marks the request as sent.</summary>
    public bool WasSentBefore()
    {
        var before = _wasSent;
        _wasSent = true;
        return before;
    }

    /// <summary>The bytes of a request without body, cached from the second call on: most requests are sent only once. Null: write them.</summary>
    public byte[]? HeadAgain()
    {
        if (_head is not null) return _head;
        if (!_wasSent || !request.Body.IsEmpty)
        {
            _wasSent = true;
            return null;
        }
        var output = new ArrayBufferWriter<byte>(256);
        RequestHead.Write(request, "", close: false, output);
        return _head = output.WrittenSpan.ToArray();
    }
}
