namespace Dyno.Profiling;

/// <summary>A ring in memory that the kernel writes records into; one thread empties it.</summary>
internal sealed unsafe class PerfRing : IDisposable
{
    private const int HeadOffset = 1024; // data_head of struct perf_event_mmap_page; the tail follows it
    private const int TailOffset = 1032;
    private const int HeaderBytes = 8;

    private readonly byte[] _record = new byte[ushort.MaxValue + 1];
    private readonly long _bytes;
    private byte* _map;

    private PerfRing(nint map, long bytes)
    {
        _map = (byte*)map;
        _bytes = bytes;
    }

    /// <summary>Maps the ring of an event; null when the kernel refuses the memory.</summary>
    /// <param name="pages">Pages of memory, a power of two.</param>
    public static PerfRing? Map(int descriptor, int pages)
    {
        var bytes = (long)(pages + 1) * Environment.SystemPageSize;
        var map = PerfEvent.Map(descriptor, bytes);
        return map == -1 ? null : new PerfRing(map, bytes);
    }

    /// <summary>Hands over every record that is complete, and makes room for new ones.</summary>
    /// <param name="take">Receives the type of a record, and its body, which is valid only during the call.</param>
    public void Drain(PerfRecordHandler take)
    {
        if (_map is null) return;
        var size = (ulong)(_bytes - Environment.SystemPageSize);
        var head = Volatile.Read(ref *(ulong*)(_map + HeadOffset));
        var tail = *(ulong*)(_map + TailOffset);
        while (tail < head)
        {
            var header = *(ulong*)(_map + Environment.SystemPageSize + (tail & (size - 1)));
            var length = (int)(header >> 48);
            if (length < HeaderBytes) break; // a damaged ring; what follows cannot be found
            Copy(tail + HeaderBytes, length - HeaderBytes, size);
            take((uint)header, _record.AsSpan(0, length - HeaderBytes));
            tail += (ulong)length;
        }
        Volatile.Write(ref *(ulong*)(_map + TailOffset), head);
    }

    // A record may go over the end of the ring.
    private void Copy(ulong from, int length, ulong size)
    {
        var begin = (int)(from & (size - 1));
        var first = (int)Math.Min((ulong)length, size - (ulong)begin);
        var data = _map + Environment.SystemPageSize;
        new ReadOnlySpan<byte>(data + begin, first).CopyTo(_record);
        new ReadOnlySpan<byte>(data, length - first).CopyTo(_record.AsSpan(first));
    }

    public void Dispose()
    {
        if (_map is null) return;
        PerfEvent.Unmap((nint)_map, _bytes);
        _map = null;
    }
}

/// <summary>Receives a record of a ring.</summary>
/// <param name="body">The record behind its header; valid only during the call.</param>
internal delegate void PerfRecordHandler(uint type, ReadOnlySpan<byte> body);
