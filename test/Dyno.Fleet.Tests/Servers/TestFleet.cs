namespace Dyno.Fleet.Tests;

/// <summary>A NATS server, agents with fake shares, and a coordinator, in this process.</summary>
internal sealed class TestFleet : IAsyncDisposable
{
    private readonly CancellationTokenSource _end = new();
    private readonly ConcurrentDictionary<string, (CancellationTokenSource End, Task Task)> _agents = new();

    public required NatsServer Server { get; init; }

    public FleetKey Key { get; } = FleetKey.Create();

    public ConcurrentQueue<string> Warnings { get; } = [];

    public ConcurrentQueue<string> Said { get; } = [];

    public ConcurrentQueue<ShareOrder> Orders { get; } = [];

    private string? Token { get; init; }

    private FleetAddress Address =>
        Token is null ? Server.Address : new FleetAddress(Server.Url.Replace("nats://", $"nats://{Token}@", StringComparison.Ordinal));

    public static async Task<TestFleet> StartAsync(string? token = null) =>
        new() { Server = await NatsServer.StartAsync(token is null ? [] : ["--auth", token]), Token = token };

    /// <summary>Starts an agent whose shares are these.</summary>
    public async Task JoinAsync(string name, Func<IShareProcess> share, FleetKey? key = null, TimeProvider? time = null,
        string? startsAt = null, ToolRecord? tool = null)
    {
        var isThere = new TaskCompletionSource();
        var agent = new Agent(new AgentOptions
        {
            Address = Address,
            Key = key ?? Key,
            Name = name,
            Tool = tool ?? ToolRecords.Current,
            Program = [],
            SubjectAddress = startsAt,
            Say = _ => isThere.TrySetResult(),
        }, time ?? TimeProvider.System, (_, order) =>
        {
            Orders.Enqueue(order);
            return share();
        });
        var end = CancellationTokenSource.CreateLinkedTokenSource(_end.Token);
        var running = agent.RunAsync(end.Token);
        _agents[name] = (end, running);
        await await Task.WhenAny(running, isThere.Task);
    }

    public async Task LeaveAsync(string name)
    {
        await _agents[name].End.CancelAsync();
        await _agents[name].Task;
    }

    public FleetOptions Options(int agents) => new()
    {
        Address = Address,
        Key = Key,
        Agents = agents,
        Patience = TimeSpan.FromSeconds(1),
        Lease = TimeSpan.FromSeconds(2),
        Say = Said.Enqueue,
        Warn = Warnings.Enqueue,
    };

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        foreach (var (_, task) in _agents.Values) await task.ContinueWith(_ => { }, TaskScheduler.Default);
        await Server.DisposeAsync();
    }
}
