using Dyno.Http.Requests;

namespace Dyno.Http.Connections;

/// <summary>
/// How long a server may take for a TLS handshake. One that has never finished a handshake may not speak TLS at all, and a
/// load should not stand still for the whole time to connect before it says so; one that has is merely busy. Shared by
/// every connection to an origin; thread-safe.
/// </summary>
internal sealed class HandshakePatience(HttpOptions options)
{
    private volatile bool _isOver = options.FirstHandshakeTimeout >= options.ConnectTimeout;

    /// <summary>Whether handshakes still have the shorter time, because none was ever finished.</summary>
    public bool IsShort => !_isOver;

    /// <summary>The shorter time.</summary>
    public TimeSpan Short => options.FirstHandshakeTimeout;

    /// <summary>The shorter time.</summary>
    public long ShortNanos => options.FirstHandshakeTimeout.Ticks * 100;

    /// <summary>The time a handshake that begins now has.</summary>
    public TimeSpan Limit => IsShort ? Short : options.ConnectTimeout;

    /// <summary>A handshake was finished.</summary>
    public void Finished() => _isOver = true;
}
