using System.Buffers;
using Dyno.Http.Requests;

namespace Dyno.Http.Clients;

/// <summary>What a request is found to be when it is first sent: sound, its origin, its head as bytes. Thread-safe.</summary>
internal sealed class KnownRequest(WireRequest request, HttpOrigin origin)
{
    private byte[]? _head;
    private bool _wasSent;

    public WireRequest Wire => request;

    public HttpOrigin Origin => origin;

    /// <summary>Whether it was sent before this call, which says that it is now.</summary>
    public bool WasSentBefore()
    {
        var before = _wasSent;
        _wasSent = true;
        return before;
    }

    /// <summary>The bytes of a request without body, from the second time on: most requests are made up for one time. Null: write it.</summary>
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
