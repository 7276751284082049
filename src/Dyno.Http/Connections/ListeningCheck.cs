namespace Dyno.Http;

/// <summary>Checks once whether a server listens, so that a load does not run for minutes against a port that refuses every connection.</summary>
internal static class ListeningCheck
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Opens a connection to each origin and closes it. An address that does not answer in time passes, because it may still answer the
    /// load.
    /// </summary>
    /// <exception cref="UserFault">Every address of an origin refuses.</exception>
    public static async Task AskAsync(IEnumerable<HttpOrigin> origins, HttpOptions options, CancellationToken cancellationToken)
    {
        if (options.Version == HttpVersionChoice.Http3) return; // UDP has no refusal of connections
        if (options.UnixSocket is { } path)
        {
            if (await RefusesAsync(new UnixDomainSocketEndPoint(path), cancellationToken)) throw Nobody(path);
            return;
        }

        foreach (var origin in origins)
        {
            var resolved = new ResolvedOrigin(origin, options);
            await resolved.ResolveAsync(cancellationToken);
            if (await AllRefuseAsync(resolved, cancellationToken)) throw Nobody(origin.ToString());
        }
    }

    private static async Task<bool> AllRefuseAsync(ResolvedOrigin origin, CancellationToken cancellationToken)
    {
        foreach (var address in origin.Addresses)
            if (!await RefusesAsync(new IPEndPoint(address, origin.Port), cancellationToken)) return false;
        return origin.Addresses.Length > 0;
    }

    // Where IPv6 is switched off there is no ::1, and nothing can listen at it.
    private static bool IsMissing(EndPoint endpoint, SocketError error) =>
        endpoint is IPEndPoint { Address: var address } && address.Equals(IPAddress.IPv6Loopback)
        && error is SocketError.AddressNotAvailable or SocketError.AddressFamilyNotSupported or SocketError.NetworkUnreachable;

    private static async Task<bool> RefusesAsync(EndPoint endpoint, CancellationToken cancellationToken)
    {
        using var timed = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timed.CancelAfter(Patience);
        try
        {
            using var socket = Sockets.Create(endpoint);
            await socket.ConnectAsync(endpoint, timed.Token);
            return false;
        }
        catch (SocketException failure)
        {
            return failure.SocketErrorCode == SocketError.ConnectionRefused || IsMissing(endpoint, failure.SocketErrorCode);
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested)
        {
            return false;
        }
    }

    private static UserFault Nobody(string place) => new($"nothing listens at {place}: the connection is refused",
        "start the server, or write the address where it listens; --subject PROJECT starts your project");
}
