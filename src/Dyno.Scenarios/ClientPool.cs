namespace Dyno.Scenarios;

/// <summary>
/// Clients made before the load and shared out by user number: user n gets client n modulo the count. Reads are
/// thread-safe; add clients before the load.
/// </summary>
/// <typeparam name="T">A client: a WebSocket, a channel, a connection.</typeparam>
public sealed class ClientPool<T>
{
    private readonly List<T> _clients = [];

    /// <summary>The clients in the order in which they were added.</summary>
    public IReadOnlyList<T> InitializedClients => _clients;

    /// <summary>Number of clients.</summary>
    public int ClientCount => _clients.Count;

    /// <summary>Adds a client.</summary>
    public void AddClient(T client) => _clients.Add(client);

    /// <summary>The client of this user, always the same one.</summary>
    /// <exception cref="UserFault">The pool is empty.</exception>
    public T GetClient(ScenarioInfo scenarioInfo)
    {
        ArgumentNullException.ThrowIfNull(scenarioInfo);
        if (_clients.Count == 0) throw new UserFault("the client pool is empty", "add clients in WithInit, before the load");
        return _clients[scenarioInfo.InstanceNumber % _clients.Count];
    }

    /// <summary>Disposes of every client that can be disposed of, and empties the pool.</summary>
    public void DisposeClients() => DisposeClients(client => (client as IDisposable)?.Dispose());

    /// <summary>Hands every client to <paramref name="disposeClient"/>, and empties the pool.</summary>
    public void DisposeClients(Action<T> disposeClient)
    {
        ArgumentNullException.ThrowIfNull(disposeClient);
        foreach (var client in _clients) disposeClient(client);
        _clients.Clear();
    }

    /// <summary>Hands every client to <paramref name="disposeClient"/>, one after the other, and empties the pool.</summary>
    public async Task DisposeClients(Func<T, Task> disposeClient)
    {
        ArgumentNullException.ThrowIfNull(disposeClient);
        foreach (var client in _clients) await disposeClient(client);
        _clients.Clear();
    }
}
