namespace Dyno.Load;

/// <summary>Free virtual users of one worker, first in first out, so that all of them get work. One thread.</summary>
internal sealed class IdleRing(int capacity)
{
    private readonly int[] _slots = new int[Math.Max(1, capacity)];
    private int _head;

    /// <summary>How many are free.</summary>
    public int Count { get; private set; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Put(int virtualUser)
    {
        var tail = _head + Count++;
        if (tail >= _slots.Length) tail -= _slots.Length;
        _slots[tail] = virtualUser;
    }

    /// <summary>Takes the virtual user that has waited longest; only when <see cref="Count"/> is above 0.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int Take()
    {
        var virtualUser = _slots[_head];
        if (++_head == _slots.Length) _head = 0;
        Count--;
        return virtualUser;
    }
}
