namespace Dyno.Http;

/// <summary>
/// An origin with the addresses of its connections. The name is resolved once before the run, and again in the background when
/// a TTL has passed; the old addresses stay in use until the new addresses are known. Thread-safe.
/// </summary>
internal sealed class ResolvedOrigin
{
    private readonly string _host;
    private readonly long _ttlNanos;
    private readonly DnsPreference _preference;
    private readonly ImmutableArray<IPNetwork> _blocked;
    private readonly Func<string, CancellationToken, Task<IPAddress[]>>? _lookUp;
    private IPAddress[] _addresses = [];
    private long _resolvedNanos;
    private int _isRefreshing;

    /// <param name="options">Supplies redirected hosts, address preference, blocked networks and the TTL.</param>
    /// <param name="lookUp">Resolves names; null: the system's name service. A test supplies its own.</param>
    public ResolvedOrigin(HttpOrigin origin, HttpOptions options, Func<string, CancellationToken, Task<IPAddress[]>>? lookUp = null)
    {
        _lookUp = lookUp;
        Origin = origin;
        (_host, Port) = origin.Target(options.ConnectTo);
        Handshakes = new HandshakePatience(options);
        (_preference, _blocked) = (options.DnsPreference, options.BlockedNetworks);
        _ttlNanos = options.DnsTtl is { } ttl ? (long)(ttl.TotalMilliseconds * 1e6) : long.MaxValue;
    }

    /// <summary>The origin as the URL names it: for the Host header, SNI and messages.</summary>
    public HttpOrigin Origin { get; }

    /// <summary>How long TLS handshakes with this origin may take.</summary>
    public HandshakePatience Handshakes { get; }

    public int Port { get; }

    /// <summary>The addresses in the order to try them. The array stays the same until the name is resolved again.</summary>
    public IPAddress[] Addresses => Volatile.Read(ref _addresses);

    /// <summary>Resolves the name for the first time.</summary>
    /// <exception cref="UserFault">The name does not resolve.</exception>
    public async Task ResolveAsync(CancellationToken cancellationToken)
    {
        try
        {
            Volatile.Write(ref _addresses, await LookUpAsync(cancellationToken));
        }
        catch (SocketException e)
        {
            throw new UserFault($"the host {_host} does not resolve: {e.Message}",
                $"check the spelling{OrFile()}, or give the address by --connect-to HOST:PORT:ADDRESS:PORT", e);
        }
    }

    // A name without a dot may have been meant as a file name; an existing file would have been used instead.
    private string OrFile() => _host.Contains('.', StringComparison.Ordinal) || File.Exists(_host) ? "" : " (there is no file of that name either)";

    /// <summary>Starts a look-up in the background when the addresses are older than the TTL.</summary>
    public void RefreshIfStale(EngineClock clock)
    {
        if (_ttlNanos == long.MaxValue) return;
        var now = clock.NowNanos;
        if (_resolvedNanos == 0) { _resolvedNanos = now; return; }
        if (now - Volatile.Read(ref _resolvedNanos) < _ttlNanos || Interlocked.Exchange(ref _isRefreshing, 1) != 0) return;
        Refreshing = RefreshAsync(now);
    }

    /// <summary>The current or last look-up in the background; the code that ends the run may await it.</summary>
    public Task Refreshing { get; private set; } = Task.CompletedTask;

    private async Task RefreshAsync(long now)
    {
        try
        {
            Volatile.Write(ref _addresses, await LookUpAsync(CancellationToken.None));
        }
        catch (SocketException)
        {
            // The name service failed: the known addresses stay in use.
        }
        finally
        {
            Volatile.Write(ref _resolvedNanos, now);
            Volatile.Write(ref _isRefreshing, 0);
        }
    }

    private async Task<IPAddress[]> LookUpAsync(CancellationToken cancellationToken)
    {
        if (IPAddress.TryParse(_host, out var literal)) return Allowed([literal]);
        // IPv4 comes first by default: servers under test often listen on IPv4 only, and a refused first attempt slows each
        // new connection.
        var found = await (_lookUp is null ? AskSystemAsync(cancellationToken) : _lookUp(_host, cancellationToken));
        var preferred = Preferred([.. HostAddresses.Completed(_host, found).Where(a => found.Contains(a) || !_blocked.Any(network => network.Contains(a)))]);
        if (preferred.Length == 0) throw new SocketException((int)SocketError.HostNotFound);
        return Allowed(preferred);
    }

    // A separate method, so that a literal address does not load .NET's name service.
    private Task<IPAddress[]> AskSystemAsync(CancellationToken cancellationToken) => HostAddresses.AskSystemAsync(_host, cancellationToken);

    private IPAddress[] Preferred(IPAddress[] found) => _preference switch
    {
        DnsPreference.Any => found,
        DnsPreference.OnlyIPv4 => [.. found.Where(a => a.AddressFamily == AddressFamily.InterNetwork)],
        DnsPreference.OnlyIPv6 => [.. found.Where(a => a.AddressFamily == AddressFamily.InterNetworkV6)],
        DnsPreference.PreferIPv6 => [.. found.OrderBy(a => a.AddressFamily == AddressFamily.InterNetworkV6 ? 0 : 1)],
        _ => [.. found.OrderBy(a => a.AddressFamily == AddressFamily.InterNetwork ? 0 : 1)],
    };

    private IPAddress[] Allowed(IPAddress[] addresses)
    {
        foreach (var address in addresses)
            foreach (var network in _blocked)
                if (network.Contains(address)) throw new UserFault($"IP ({address}) is in a blacklisted range ({network})");
        return addresses;
    }
}
