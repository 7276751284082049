using Dyno.Http.Requests;

namespace Dyno.Http.Clients;

/// <summary>
/// The HTTP/2 connections of one client, or of several that share them. While one is being opened, those who need it wait
/// for it. Thread-safe.
/// </summary>
/// <param name="streams">Of a connection, before another one is opened.</param>
internal sealed class Http2Pool(int streams) : IDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<HttpOrigin, Place> _places = [];
    private bool _isDisposed;

    public int Streams => streams;

    /// <summary>An open connection with a stream kept for the caller; null when there is none.</summary>
    public Http2Connection? TryTake(HttpOrigin origin)
    {
        lock (_gate) return _places.TryGetValue(origin, out var place) ? place.TryTake() : null;
    }

    /// <summary>The opening of a connection: one's own, or that of somebody else to wait for.</summary>
    /// <param name="origin">Where it goes.</param>
    /// <param name="isOwn">Whether the caller is to open it, and to say by <see cref="Opened"/> that it is over.</param>
    public Http2Opening Opening(HttpOrigin origin, out bool isOwn)
    {
        lock (_gate)
        {
            if (!_places.TryGetValue(origin, out var place)) _places[origin] = place = new Place();
            isOwn = place.Opening is null;
            return place.Opening ??= new Http2Opening(origin);
        }
    }

    /// <summary>Takes a new connection, which has streams for others as soon as the server has said so.</summary>
    public void Add(Http2Opening opening, Http2Connection connection)
    {
        bool keeps;
        lock (_gate)
        {
            keeps = !_isDisposed;
            if (keeps) _places[opening.Origin].Connections.Add(connection);
        }
        if (!keeps) connection.Dispose();
    }

    /// <summary>An opening is over: there is a connection with streams, or none, or the server wants HTTP/1.1.</summary>
    /// <param name="opening">One's own.</param>
    /// <param name="failure">What it is for those who wait, too; null: they go on by themselves.</param>
    public void Opened(Http2Opening opening, OpeningFailure? failure)
    {
        lock (_gate) _places[opening.Origin].Opening = null;
        opening.Over.SetResult(failure);
    }

    /// <summary>Closes all; the next requests open new ones.</summary>
    public void Clear()
    {
        List<Http2Connection> open;
        lock (_gate)
        {
            open = [.. _places.Values.SelectMany(p => p.Connections)];
            foreach (var place in _places.Values) place.Connections.Clear();
        }
        foreach (var connection in open) connection.Dispose();
    }

    public void Dispose()
    {
        lock (_gate) _isDisposed = true;
        Clear();
    }

    private sealed class Place
    {
        public List<Http2Connection> Connections { get; } = [];

        public Http2Opening? Opening { get; set; }

        public Http2Connection? TryTake()
        {
            foreach (var connection in Connections)
                if (connection.TryReserve()) return connection;
            if (Connections.Count > 0) Connections.RemoveAll(static c => c.IsSpent);
            return null;
        }
    }
}

/// <summary>A connection that is being opened.</summary>
internal sealed class Http2Opening(HttpOrigin origin)
{
    public HttpOrigin Origin => origin;

    /// <summary>Ends when it is over.</summary>
    public TaskCompletionSource<OpeningFailure?> Over { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
}

/// <summary>Why a connection could not be opened.</summary>
/// <param name="Error">What happened.</param>
/// <param name="Phase">In which phase.</param>
internal sealed record OpeningFailure(Exception Error, ClientPhase Phase);
