using Dyno.Http.Requests;

namespace Dyno.Http.Clients;

/// <summary>The idle connections of one client, last used first. Thread-safe.</summary>
internal sealed class ConnectionPool(int maxIdlePerOrigin) : IDisposable
{
    private readonly Dictionary<HttpOrigin, Stack<ClientConnection>> _idle = [];
    private bool _isDisposed;

    public ClientConnection? TryTake(HttpOrigin origin)
    {
        lock (_idle) return _idle.TryGetValue(origin, out var stack) && stack.TryPop(out var connection) ? connection : null;
    }

    public void GiveBack(ClientConnection connection, long nowNanos)
    {
        connection.IdleSinceNanos = nowNanos;
        lock (_idle)
        {
            if (!_idle.TryGetValue(connection.Origin, out var stack)) _idle[connection.Origin] = stack = new();
            if (stack.Count < maxIdlePerOrigin && !_isDisposed) { stack.Push(connection); return; }
        }
        connection.Dispose();
    }

    public void Clear()
    {
        lock (_idle)
        {
            foreach (var stack in _idle.Values)
                foreach (var connection in stack) connection.Dispose();
            _idle.Clear();
        }
    }

    public void Dispose()
    {
        lock (_idle) _isDisposed = true;
        Clear();
    }
}
