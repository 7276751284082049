namespace Dyno.Http.Portable;

/// <summary>The requests of a connection that have no complete answer yet, oldest first.</summary>
internal sealed class RequestRing(int capacity)
{
    private readonly VirtualUserState[] _users = new VirtualUserState[capacity];
    private int _head;

    public int Count { get; private set; }

    public VirtualUserState this[int index] => _users[(_head + index) % _users.Length];

    public void Add(VirtualUserState user)
    {
        _users[(_head + Count) % _users.Length] = user;
        Count++;
    }

    public VirtualUserState Take()
    {
        var user = _users[_head];
        _head = (_head + 1) % _users.Length;
        Count--;
        return user;
    }

    /// <summary>
    /// Removes a request from any position; the others keep their order. Returns its position, or −1 when the ring does not hold it.
    /// </summary>
    public int Remove(VirtualUserState user)
    {
        var place = -1;
        var count = Count;
        for (var i = 0; i < count; i++)
        {
            var other = Take();
            if (ReferenceEquals(other, user)) place = i;
            else Add(other);
        }
        return place;
    }

    /// <summary>Puts the given requests before all others, in their order.</summary>
    public void Prepend(List<VirtualUserState> users)
    {
        var behind = Count;
        foreach (var user in users) Add(user);
        for (; behind > 0 && users.Count > 0; behind--) Add(Take());
        users.Clear();
    }
}
