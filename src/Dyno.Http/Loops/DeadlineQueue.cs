namespace Dyno.Http;

/// <summary>
/// Holds members (0 to capacity − 1) in the order of their deadlines, in a doubly linked list inside one native array.
/// Waiting times within a queue are equal or nearly so, and a new member belongs at the tail or a few steps before it:
/// adding and removing cost a few writes, without a heap structure and without allocation.
/// </summary>
internal sealed unsafe class DeadlineQueue : IDisposable
{
    private const int Outside = 0; // new memory is zeroed; so member n has index n + 1
    private readonly NativeArray<Link> _links;
    private readonly int _end;     // the sentinel: before the first and after the last

    public DeadlineQueue(int capacity)
    {
        _links = new NativeArray<Link>(capacity + 2);
        _end = capacity + 1;
        _links.At(_end)->Next = _links.At(_end)->Previous = _end;
    }

    /// <summary>The earliest deadline; <see cref="long.MaxValue"/> when empty.</summary>
    public long NextNanos
    {
        get
        {
            var first = _links.At(_end)->Next;
            return first == _end ? long.MaxValue : _links.At(first)->DueNanos;
        }
    }

    public bool Contains(int member) => _links.At(member + 1)->Next != Outside;

    public long DueNanos(int member) => _links.At(member + 1)->DueNanos;

    /// <summary>Adds a member that is not in the queue.</summary>
    public void Add(int member, long dueNanos)
    {
        var before = _links.At(_end)->Previous;
        while (before != _end && _links.At(before)->DueNanos > dueNanos) before = _links.At(before)->Previous;
        var after = _links.At(before)->Next;
        *_links.At(member + 1) = new Link { Previous = before, Next = after, DueNanos = dueNanos };
        _links.At(before)->Next = member + 1;
        _links.At(after)->Previous = member + 1;
    }

    /// <summary>Removes a member; nothing happens when it is not in the queue.</summary>
    public void Remove(int member)
    {
        var link = _links.At(member + 1);
        if (link->Next == Outside) return;
        _links.At(link->Previous)->Next = link->Next;
        _links.At(link->Next)->Previous = link->Previous;
        link->Next = Outside;
    }

    /// <summary>Takes the first member whose deadline has come.</summary>
    public bool TryTake(long nowNanos, out int member, out long dueNanos)
    {
        member = _links.At(_end)->Next - 1;
        dueNanos = NextNanos;
        if (dueNanos > nowNanos) return false;
        Remove(member);
        return true;
    }

    public void Dispose() => _links.Dispose();

    private struct Link // 16 bytes, so that none crosses a cache line
    {
        public int Previous;
        public int Next;
        public long DueNanos;
    }
}
