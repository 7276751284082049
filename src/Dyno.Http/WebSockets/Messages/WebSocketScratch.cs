using Dyno.Http.Templates;

namespace Dyno.Http.WebSockets;

/// <summary>What a worker needs to write messages. One thread.</summary>
internal sealed class WebSocketScratch(Random random, ValueMaker values, int maxTextLength)
{
    public byte[] Text { get; } = new byte[Math.Max(1, maxTextLength)];

    public ValueMaker Values { get; } = values;

    public WebSocketDeflate Deflate { get; } = new();

    /// <summary>
    /// New for each frame. It guards proxies against scripts that choose their bytes, not a secret: a generator that is not
    /// cryptographic will do for a load.
    /// </summary>
    public uint NextMask() => (uint)random.NextInt64();

    /// <summary>The nonce of a handshake.</summary>
    public void Draw(Span<byte> nonce) => random.NextBytes(nonce);
}
