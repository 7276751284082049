namespace Dyno.Http;

/// <content>
/// Requests that need TLS, HTTP/2 or cookies, with their redirects: they go over wire clients whose loop is inside this one. All of that
/// code runs under the lock; its answers are delivered with the others, outside the lock.
/// </content>
public sealed unsafe partial class LoopClient
{
    private readonly Dictionary<WireNetwork, WireClient> _wires = [];
    private ClientLoop? _inner;
    private bool _hasInnerEvents;
    private int _closingsSeen = WireNetwork.Closings;

    internal EngineClock Clock => _clock;

    /// <summary>
    /// Sends a request over a wire client on this loop; <see cref="LoopExchange.Ended"/> is called when the exchange is over. On the worker's
    /// thread.
    /// </summary>
    /// <param name="exchange">Takes the answer; its time-out counts from here, unless it was sent before.</param>
    /// <param name="redirects">The largest number of redirects to follow.</param>
    /// <param name="network">Connection options, names and TLS settings.</param>
    /// <param name="options">Options of the client; the same for every request over the network. Loop and redirects are set here.</param>
    public void Send(LoopExchange exchange, WireRequest request, int redirects, WireNetwork network, WireClientOptions options)
    {
        lock (_gate)
        {
            if (!Begin(exchange, _clock.NowNanos)) return;
            if (network.IsClosed) Finish(exchange, RequestErrorKind.Closed, "the client has been disposed");
            else if (WireOf(network, options) is { } client) (exchange.Call ??= new WireCall(exchange)).Begin(this, client, request, redirects);
            else Finish(exchange, RequestErrorKind.System, "cannot create an event loop: raise the limit of open files (ulimit -n)");
        }
    }

    /// <summary>Takes the answer of a wire client; null when the request was given up.</summary>
    internal void Take(LoopExchange exchange, WireResponse? answer)
    {
        lock (_gate) // held already, unless the code has left the loop
        {
            if (exchange.IsOver) return;
            exchange.Wired = answer;
            if (answer is null) { Finish(exchange, RequestErrorKind.Timeout, "cancelled"); return; }
            exchange.Resends += answer.Resends;
            exchange.BytesReceived = answer.BytesReceived;
            Finish(exchange, answer.Error, answer.ErrorText);
        }
    }

    /// <summary>Ends an exchange whose wire client has thrown an exception.</summary>
    internal void Fail(LoopExchange exchange, string text)
    {
        lock (_gate) // as in Take
            if (!exchange.IsOver) Finish(exchange, RequestErrorKind.System, text);
    }

    // Disposes the wires of clients that have been disposed, with their connections.
    private void CloseWires()
    {
        _closingsSeen = WireNetwork.Closings;
        foreach (var (network, wire) in _wires)
        {
            if (!network.IsClosed) continue;
            _wires.Remove(network);
            wire.Dispose();
        }
    }

    private WireClient? WireOf(WireNetwork network, WireClientOptions options)
    {
        if (_wires.TryGetValue(network, out var known)) return known;
        _inner ??= OpenInner();
        if (_inner is null) return null;
        return _wires[network] = new WireClient(network, options with { Loop = _inner });
    }

    private ClientLoop? OpenInner()
    {
        if (ClientLoop.TryCreateGuarded(_clock, _gate) is not { } inner) return null;
        var watch = new EpollEvent { Events = EpollFlags.In, Tag = InnerTag };
        _ = Libc.epoll_ctl(_epoll, EpollFlags.Add, inner.File, &watch);
        return inner;
    }

    private void TurnInner(ClientLoop inner)
    {
        _hasInnerEvents = false;
        inner.Turn();
    }

    private void CloseInner()
    {
        foreach (var wire in _wires.Values) wire.Dispose();
        _wires.Clear();
        _inner?.Dispose();
    }
}
