using CacheLab.Implementations;
using CacheLab.Redis;

namespace CacheLab;

/// <summary>The environment in which a property is tested: nodes of one cache over one Redis, and that Redis itself.</summary>
internal sealed class Lab(Registration cache, LabRedis redis) : IAsyncDisposable
{
    private readonly List<Node> _nodes = [];

    public LabRedis Redis => redis;

    /// <summary>Creates a further node.</summary>
    public Node Node(TimeSpan? expiration = null)
    {
        var life = expiration ?? TimeSpan.FromMinutes(10);
        var node = new Node(cache, new NodeSetup(redis.Configuration, life, life));
        _nodes.Add(node);
        return node;
    }

    /// <summary>Two nodes that have both contacted Redis.</summary>
    public async Task<(Node A, Node B)> TwoAsync()
    {
        var (a, b) = (Node(), Node());
        await a.GetAsync(NewKey(), "hello");
        await b.GetAsync(NewKey(), "hello");
        await Task.Delay(100); // a backplane subscribes after the first call returns
        return (a, b);
    }

    public static string NewKey() => "k" + Guid.NewGuid().ToString("N")[..12];

    /// <summary>Ends the nodes, for at most 5 s: a node that cannot end while Redis is away is abandoned.</summary>
    public async ValueTask DisposeAsync()
    {
        var ending = Task.WhenAll(_nodes.Select(node => Task.Run(() => node.DisposeAsync().AsTask())));
        await Task.WhenAny(ending, Task.Delay(TimeSpan.FromSeconds(5)));
    }
}
