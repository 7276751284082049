namespace Dyno.Http;

/// <summary>The addresses and connections of one origin on one loop.</summary>
internal sealed class LoopOrigin(HttpOrigin origin)
{
    private static readonly HttpOptions Usual = new();
    private readonly ResolvedOrigin _resolved = new(origin, Usual);
    private Task? _resolving;
    private IPAddress[] _source = [];
    private NativeAddress[] _addresses = [];

    public HttpOrigin Origin => origin;

    /// <summary>Idle connections, the last used on top; some may have been closed meanwhile.</summary>
    public Stack<LoopConnection> Idle { get; } = new();

    /// <summary>Exchanges that wait for the name to be resolved, or for their turn to connect.</summary>
    public Queue<LoopExchange> Waiting { get; } = new();

    /// <summary>The address that worked last.</summary>
    public int Preferred { get; set; }

    public int AddressCount => _addresses.Length;

    /// <summary>Why requests cannot be sent; null when they can.</summary>
    public string? Problem { get; private set; }

    public NativeAddress this[int index] => _addresses[index % _addresses.Length];

    /// <summary>Whether name resolution is over, with addresses or with a <see cref="Problem"/>.</summary>
    /// <param name="whenDone">Called on any thread when the resolution ends, unless it is over now.</param>
    public bool IsResolved(Action<LoopOrigin> whenDone) => _source.Length > 0 || Problem is not null || Resolve(whenDone);

    // Its own method, because the variables that a lambda captures are allocated at the beginning of their method.
    private bool Resolve(Action<LoopOrigin> whenDone)
    {
        if (_resolving is null)
        {
            _resolving = _resolved.ResolveAsync(CancellationToken.None);
            if (!_resolving.IsCompleted) _resolving.ContinueWith(_ => whenDone(this), TaskScheduler.Default);
        }
        if (!_resolving.IsCompleted) return false;
        Take(_resolving);
        return true;
    }

    private void Take(Task resolving)
    {
        if (resolving.Exception?.GetBaseException() is { } failure)
        {
            Problem = failure is UserFault { Message: var message } ? message : $"the host {origin.Host} does not resolve: {failure.Message}";
            return;
        }
        _source = _resolved.Addresses;
        _addresses = [.. _source.Select(a => NativeAddress.Of(a, _resolved.Port))];
    }
}
