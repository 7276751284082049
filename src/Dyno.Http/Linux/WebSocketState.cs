using System.Runtime.InteropServices;
using Dyno.Http.WebSockets;

namespace Dyno.Http.Linux;

/// <summary>What a connection that speaks WebSocket has beside what every connection has; lives in native memory, so fields only.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct WebSocketState
{
    public WebSocketFrameReader Reader;
    public fixed byte Nonce[WebSocketKey.NonceLength];
    public long LastMessageNanos; // or since when it is open
    public long PingSentNanos;    // 0: none is waited for
    public uint PingNumber;
    public bool IsCompressed;
}
