namespace Dyno.Http;

/// <summary>The buffers and generators of a worker that writes messages. For one thread.</summary>
internal sealed class WebSocketScratch(Random random, ValueMaker values, int maxTextLength)
{
    public byte[] Text { get; } = new byte[Math.Max(1, maxTextLength)];

    public ValueMaker Values { get; } = values;

    public WebSocketDeflate Deflate { get; } = new();

    /// <summary>
    /// A new masking key, one for each frame. The mask protects proxies from scripts that choose their bytes; it guards no secret. A load
    /// test therefore needs no cryptographic generator.
    /// </summary>
    public uint NextMask() => (uint)random.NextInt64();

    public void Draw(Span<byte> nonce) => random.NextBytes(nonce);
}
