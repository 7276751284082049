namespace Dyno.Http;

/// <summary>The idle connections of one client; the one used last is taken first. Thread-safe.</summary>
internal sealed class ConnectionPool(int maxIdlePerOrigin) : IDisposable
{
    private readonly Dictionary<HttpOrigin, Stack<ClientConnection>> _idle = [];
    private ClientConnection? _last; // the connection given back last, which is nearly always the one taken next
    private bool _isDisposed;

    public ClientConnection? TryTake(HttpOrigin origin)
    {
        lock (_idle)
        {
            if (_last is { } last && (ReferenceEquals(last.Origin, origin) || last.Origin == origin))
            {
                _last = null;
                return last;
            }
            return _idle.TryGetValue(origin, out var stack) && stack.TryPop(out var connection) ? connection : null;
        }
    }

    public void GiveBack(ClientConnection connection)
    {
        ClientConnection? spare;
        lock (_idle)
        {
            if (_isDisposed || maxIdlePerOrigin == 0) spare = connection;
            else
            {
                spare = _last;
                _last = connection;
                if (spare is not null && Keep(spare, spare.Origin == connection.Origin ? maxIdlePerOrigin - 1 : maxIdlePerOrigin)) spare = null;
            }
        }
        spare?.Dispose();
    }

    public void Clear()
    {
        lock (_idle)
        {
            _last?.Dispose();
            _last = null;
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

    private bool Keep(ClientConnection connection, int most)
    {
        if (!_idle.TryGetValue(connection.Origin, out var stack)) _idle[connection.Origin] = stack = new();
        if (stack.Count >= most) return false;
        stack.Push(connection);
        return true;
    }
}
