using System.Net;
using System.Net.Sockets;
using Dyno.Http.Requests;

namespace Dyno.Http.Connections;

/// <summary>
/// The endpoints of one origin for drivers over .NET's sockets. Connections go to the first address that worked: a name
/// such as <c>localhost</c> often has one that nobody listens on. Thread-safe.
/// </summary>
internal sealed class EndpointChoice(ResolvedOrigin origin, string? unixSocket)
{
    private readonly EndPoint? _unix = unixSocket is null ? null : new UnixDomainSocketEndPoint(unixSocket);
    private Known _known = new([], []);
    private int _current;

    /// <summary>How many addresses there are to try.</summary>
    public int Count => _unix is null ? Endpoints.Length : 1;

    /// <summary>Where to connect next.</summary>
    public EndPoint Current => _unix ?? Endpoints[(uint)Volatile.Read(ref _current) % (uint)Endpoints.Length];

    /// <summary>Whether connections go to a Unix socket.</summary>
    public bool IsUnix => _unix is not null;

    private EndPoint[] Endpoints
    {
        get
        {
            var addresses = origin.Addresses;
            var known = Volatile.Read(ref _known);
            if (ReferenceEquals(known.Addresses, addresses)) return known.Endpoints;
            known = new Known(addresses, [.. addresses.Select(a => new IPEndPoint(a, origin.Port))]);
            Volatile.Write(ref _known, known);
            return known.Endpoints;
        }
    }

    /// <summary>Nothing came of connecting to <paramref name="endpoint"/>: the next connection tries the one behind it.</summary>
    public void Failed(EndPoint endpoint)
    {
        var current = Volatile.Read(ref _current);
        if (_unix is null && ReferenceEquals(Current, endpoint)) Interlocked.CompareExchange(ref _current, current + 1, current);
    }

    private sealed record Known(IPAddress[] Addresses, EndPoint[] Endpoints);
}
