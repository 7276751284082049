namespace Dyno.Http;

/// <summary>
/// The time limit of a TLS handshake. A server that has never finished a handshake may not speak TLS at all, and a load should not wait
/// for the whole connect timeout before it reports that. A server that has finished one is merely busy. Shared by every connection to an
/// origin; thread-safe.
/// </summary>
internal sealed class HandshakePatience(HttpOptions options)
{
    private volatile bool _isOver = options.FirstHandshakeTimeout >= options.ConnectTimeout;

    /// <summary>Whether the shorter limit still applies, because no handshake was ever finished.</summary>
    public bool IsShort => !_isOver;

    public TimeSpan Short => options.FirstHandshakeTimeout;

    public long ShortNanos => options.FirstHandshakeTimeout.Ticks * 100;

    /// <summary>The time limit of a handshake that begins now.</summary>
    public TimeSpan Limit => IsShort ? Short : options.ConnectTimeout;

    /// <summary>Notes that a handshake was finished.</summary>
    public void Finished() => _isOver = true;
}
