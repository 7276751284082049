namespace Dyno.K6;

/// <summary>The answers whose parts a script may still ask for: those of the running iteration, and the last few before it. One thread.</summary>
internal sealed class ResponseStore
{
    private const int KeptFromBefore = 4;
    private readonly List<StoredResponse> _responses = [];
    private long _first;
    private NodeStore? _nodes;
    private bool _isAfterInit;

    /// <summary>The documents that the script has made of answers or of other texts. Created at first use, because most scripts need none.</summary>
    public NodeStore Nodes => _nodes ??= new NodeStore(_isAfterInit);

    /// <summary>Keeps an answer and gives its number.</summary>
    public long Add(StoredResponse response)
    {
        _responses.Add(response);
        return _first + _responses.Count - 1;
    }

    /// <summary>The answer with a number.</summary>
    /// <exception cref="HostException">The answer is from an earlier iteration and gone.</exception>
    public StoredResponse this[long number] => number >= _first && number - _first < _responses.Count
        ? _responses[(int)(number - _first)]
        : throw new HostException("this response is from an earlier iteration and no longer kept: read its data in that iteration");

    public void BeginIteration()
    {
        _isAfterInit = true;
        _nodes?.BeginIteration();
        var spare = _responses.Count - KeptFromBefore;
        if (spare < KeptFromBefore) return;
        _responses.RemoveRange(0, spare);
        _first += spare;
    }
}
