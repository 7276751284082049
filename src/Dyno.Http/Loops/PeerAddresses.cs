namespace Dyno.Http;

/// <summary>The addresses of one origin for one worker, which tries the address that worked last first.</summary>
internal sealed class PeerAddresses(LoadWorkload workload, ResolvedOrigin origin)
{
    private IPAddress[] _source = [];
    private PeerAddress[] _addresses = workload.UnixSocket is { } path ? [path] : [];

    /// <summary>Index of the address that worked last.</summary>
    public int Preferred { get; set; }

    public HttpOrigin Origin => origin.Origin;

    /// <summary>How long TLS handshakes with this origin may take.</summary>
    public HandshakePatience Handshakes => origin.Handshakes;

    public int Count => _addresses.Length;

    public PeerAddress this[int index] => _addresses[index % _addresses.Length];

    /// <summary>Brings the addresses up to date; returns their number.</summary>
    public int Refresh(EngineClock clock)
    {
        if (workload.UnixSocket is not null) return 1;
        origin.RefreshIfStale(clock);
        var addresses = origin.Addresses;
        if (ReferenceEquals(addresses, _source)) return _addresses.Length;
        _source = addresses;
        _addresses = [.. addresses.Select(a => new PeerAddress(a, origin.Port))];
        Preferred = 0;
        return _addresses.Length;
    }
}
