using System.Numerics;

namespace Dyno.Http;

/// <summary>Maps the number of an open stream to its slot: open addressing, no allocation after construction.</summary>
internal sealed class StreamTable
{
    private readonly int[] _streams; // 0: empty
    private readonly int[] _slots;
    private readonly int _mask;

    public StreamTable(int capacity)
    {
        var length = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(4, capacity * 2));
        (_streams, _slots, _mask) = (new int[length], new int[length], length - 1);
    }

    /// <summary>The slot; −1 when the stream is not open.</summary>
    public int Find(int stream)
    {
        for (var at = Home(stream); ; at = (at + 1) & _mask)
        {
            if (_streams[at] == stream) return _slots[at];
            if (_streams[at] == 0) return -1;
        }
    }

    /// <summary>Adds a stream that is not in the table.</summary>
    public void Add(int stream, int slot)
    {
        var at = Home(stream);
        while (_streams[at] != 0) at = (at + 1) & _mask;
        (_streams[at], _slots[at]) = (stream, slot);
    }

    /// <summary>Removes a stream, and moves up later entries that would otherwise no longer be found.</summary>
    public void Remove(int stream)
    {
        var hole = Home(stream);
        while (_streams[hole] != stream)
        {
            if (_streams[hole] == 0) return;
            hole = (hole + 1) & _mask;
        }
        for (var at = (hole + 1) & _mask; _streams[at] != 0; at = (at + 1) & _mask)
        {
            if (((at - Home(_streams[at])) & _mask) < ((at - hole) & _mask)) continue;
            (_streams[hole], _slots[hole]) = (_streams[at], _slots[at]);
            hole = at;
        }
        _streams[hole] = 0;
    }

    public void Clear() => Array.Clear(_streams);

    // A client's stream numbers are odd and consecutive.
    private int Home(int stream) => (stream >> 1) & _mask;
}
