namespace Dyno.Http;

/// <summary>
/// The HTTP/2 connections of one client, or of several that share them. While a connection is being opened, the callers that
/// need it wait. Thread-safe.
/// </summary>
/// <param name="streams">Number of streams on a connection before another connection is opened.</param>
internal sealed class Http2Pool(int streams) : IDisposable
{
    private readonly Lock _gate = new();
    private readonly Dictionary<HttpOrigin, Place> _places = [];
    private bool _isDisposed;

    public int Streams => streams;

    /// <summary>An open connection with a stream reserved for the caller; null when there is none.</summary>
    public Http2Connection? TryTake(HttpOrigin origin)
    {
        lock (_gate) return _places.TryGetValue(origin, out var place) ? place.TryTake() : null;
    }

    /// <summary>The opening of a connection: the caller's own, or that of another caller to wait for.</summary>
    /// <param name="origin">Origin of the connection.</param>
    /// <param name="isOwn">Whether the caller must open the connection and report the end of the opening by <see cref="Opened"/>.</param>
    public Http2Opening Opening(HttpOrigin origin, out bool isOwn)
    {
        lock (_gate)
        {
            if (!_places.TryGetValue(origin, out var place)) _places[origin] = place = new Place();
            isOwn = place.Opening is null;
            return place.Opening ??= new Http2Opening(origin);
        }
    }

    /// <summary>Adds a new connection; other callers get its streams after the server's SETTINGS have arrived.</summary>
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

    /// <summary>Ends an opening: there is a connection with streams, there is none, or the server wants HTTP/1.1.</summary>
    /// <param name="failure">The failure, which also fails the waiting callers; null: the waiting callers try again.</param>
    public void Opened(Http2Opening opening, OpeningFailure? failure)
    {
        lock (_gate) _places[opening.Origin].Opening = null;
        opening.Over.SetResult(failure);
    }

    /// <summary>Closes all connections; the next requests open new ones.</summary>
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

    /// <summary>Completes when the opening is over, with the failure or null.</summary>
    public TaskCompletionSource<OpeningFailure?> Over { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
}

/// <summary>Why a connection could not be opened.</summary>
internal sealed record OpeningFailure(Exception Error, ClientPhase Phase);
