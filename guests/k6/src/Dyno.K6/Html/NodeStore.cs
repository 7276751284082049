namespace Dyno.K6;

/// <summary>
/// The nodes of the documents that a script has looked at, by number. Nodes of the init stage stay; nodes of an iteration are kept until
/// the next iteration begins. One thread.
/// </summary>
/// <param name="isAfterInit">Whether the init stage is over.</param>
internal sealed class NodeStore(bool isAfterInit)
{
    private readonly Dictionary<INode, long> _numbers = new(ReferenceEqualityComparer.Instance);
    private readonly List<INode> _nodes = [];
    private int _kept = isAfterInit ? 0 : -1; // number of nodes from the init stage; −1 during the init stage
    private long _gone; // number of later nodes that are forgotten

    /// <summary>The number of a node, the same for as long as it is kept.</summary>
    public long NumberOf(INode node)
    {
        if (_numbers.TryGetValue(node, out var number)) return number;
        _nodes.Add(node);
        return _numbers[node] = _nodes.Count - 1 + _gone;
    }

    /// <summary>The node with a number.</summary>
    /// <exception cref="HostException">The node is from an earlier iteration and gone.</exception>
    public INode this[long number]
    {
        get
        {
            var index = _kept >= 0 && number >= _kept ? number - _gone : number;
            return index >= 0 && index < _nodes.Count && (number < _kept || index >= Math.Max(_kept, 0))
                ? _nodes[(int)index]
                : throw new HostException("this element is from an earlier iteration and no longer kept: read its data in that iteration");
        }
    }

    /// <summary>The numbers of nodes, as JSON.</summary>
    public string Write(IEnumerable<INode> nodes) => JsonSerializer.Serialize(nodes.Select(NumberOf));

    /// <summary>The nodes of a JSON list of numbers.</summary>
    public IReadOnlyList<INode> Read(string json) =>
        json.Length <= 2 ? [] : [.. JsonSerializer.Deserialize<long[]>(json)!.Select(number => this[number])];

    /// <summary>Forgets the nodes of the previous iteration.</summary>
    public void BeginIteration()
    {
        if (_kept < 0) _kept = _nodes.Count;
        var spare = _nodes.Count - _kept;
        if (spare == 0) return;
        for (var i = _kept; i < _nodes.Count; i++) _numbers.Remove(_nodes[i]);
        _nodes.RemoveRange(_kept, spare);
        _gone += spare;
    }
}
