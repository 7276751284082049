namespace Dyno.Http;

/// <summary>
/// The endpoints of one origin, for drivers on .NET's sockets. A connection first tries the address that worked last: a name such as
/// <c>localhost</c> often has an address on which no server listens. Thread-safe.
/// </summary>
internal sealed class EndpointChoice(ResolvedOrigin origin, string? unixSocket, DnsSelection selection = DnsSelection.First)
{
    private readonly EndPoint[]? _unix = unixSocket is null ? null : [UnixEndPoint(unixSocket)];
    private Known _known = new([], []);
    private EndPoint? _worked;
    private int _turn = -1;

    private EndPoint[] Endpoints
    {
        get
        {
            if (_unix is not null) return _unix;
            var addresses = origin.Addresses;
            var known = Volatile.Read(ref _known);
            if (ReferenceEquals(known.Addresses, addresses)) return known.Endpoints;
            known = new Known(addresses, [.. addresses.Select(a => new IPEndPoint(a, origin.Port))]);
            Volatile.Write(ref _known, known);
            return known.Endpoints;
        }
    }

    /// <summary>The endpoints for one connection, in the order to try them.</summary>
    public EndpointTrial Begin()
    {
        var endpoints = Endpoints;
        if (selection != DnsSelection.First && endpoints.Length > 1) return new EndpointTrial(endpoints, Chosen(endpoints));
        var preferred = Volatile.Read(ref _worked);
        return new EndpointTrial(endpoints, preferred is null ? 0 : Math.Max(0, Array.IndexOf(endpoints, preferred)));
    }

    // The choice is among the addresses of the first address's family; the others are tried only if these fail.
    private int Chosen(EndPoint[] endpoints)
    {
        var family = endpoints[0].AddressFamily;
        var count = endpoints.TakeWhile(e => e.AddressFamily == family).Count();
        var turn = (uint)Interlocked.Increment(ref _turn);
        // A hash of the turn's number: random enough for a choice of addresses, and the same in every run.
        return (int)((selection == DnsSelection.Random ? (turn + 1) * 2654435769u >> 8 : turn) % (uint)count);
    }

    /// <summary>Notes that a connection to this endpoint was opened.</summary>
    public void Worked(EndPoint endpoint)
    {
        if (!ReferenceEquals(_worked, endpoint)) Volatile.Write(ref _worked, endpoint);
    }

    /// <summary>The endpoint of a Unix socket.</summary>
    /// <exception cref="UserFault">The path is too long for the system.</exception>
    public static UnixDomainSocketEndPoint UnixEndPoint(string path)
    {
        try
        {
            return new UnixDomainSocketEndPoint(path);
        }
        catch (ArgumentOutOfRangeException e)
        {
            throw TooLong(path, e);
        }
    }

    /// <summary>The error for the path of a Unix socket that does not fit into the system's address.</summary>
    public static UserFault TooLong(string path, Exception? inner = null) =>
        new($"the path of the Unix socket is longer than the 107 bytes the system allows: {path}", "use a shorter path, e.g. in /tmp", inner);

    private sealed record Known(IPAddress[] Addresses, EndPoint[] Endpoints);
}

/// <summary>The attempts of one connection through the addresses of its origin. For one thread.</summary>
internal struct EndpointTrial(EndPoint[] endpoints, int first)
{
    private int _failed;

    /// <summary>The endpoint to try now.</summary>
    public readonly EndPoint Current => endpoints[(first + _failed) % endpoints.Length];

    /// <summary>Moves to the next endpoint; false when all have failed.</summary>
    public bool MoveNext() => ++_failed < endpoints.Length;
}
