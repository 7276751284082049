using System.Collections.Immutable;
using System.Net;
using System.Text;
using Dyno.Http.Requests;

namespace Dyno.Http.WebSockets;

/// <summary>Where a <see cref="WebSocketConnection"/> goes, and what it asks for.</summary>
public sealed record WebSocketOpening
{
    /// <summary>http or https.</summary>
    public required Uri Url { get; init; }

    /// <summary>Headers of the handshake beside its own.</summary>
    public ImmutableArray<HeaderField> Headers { get; init; } = [];

    /// <summary>Subprotocols to offer, best first.</summary>
    public ImmutableArray<string> Protocols { get; init; } = [];

    /// <summary>Offer permessage-deflate. Default false.</summary>
    public bool Compresses { get; init; }

    /// <summary>The longest message that is taken, unpacked, in bytes. Default 16 MiB.</summary>
    public int MaxMessageBytes { get; init; } = WebSocketLimits.DefaultMaxMessageBytes;

    /// <summary>Time to connect and agree. Default 60 s.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The address to connect from; null: the system's choice.</summary>
    public IPAddress? LocalAddress { get; init; }

    internal byte[] Request(ReadOnlySpan<byte> nonce)
    {
        var headers = Protocols.IsEmpty ? Headers : Headers.Add(new HeaderField("Sec-WebSocket-Protocol", string.Join(", ", Protocols)));
        var plan = WebSocketUpgrade.Of(new HttpRequestPlan { Name = "WebSocket", Method = "GET", Url = Url, Headers = headers }, Compresses);
        var bytes = RequestBytes.Build(plan).Fixed.ToArray();
        WebSocketKey.Write(nonce, bytes.AsSpan(bytes.AsSpan().IndexOf(Encoding.ASCII.GetBytes(WebSocketUpgrade.KeyPlace)))[..WebSocketKey.Length]);
        return bytes;
    }
}
