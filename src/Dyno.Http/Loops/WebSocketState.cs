namespace Dyno.Http;

/// <summary>The additional state of a WebSocket connection; lives in native memory, so fields only.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct WebSocketState
{
    public WebSocketFrameReader Reader;
    public fixed byte Nonce[WebSocketKey.NonceLength];
    public long LastMessageNanos; // before the first message: when the WebSocket was opened
    public long PingSentNanos;    // 0: no pong is expected
    public uint PingNumber;
    public bool IsCompressed;
}
