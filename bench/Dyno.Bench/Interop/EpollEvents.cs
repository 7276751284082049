using System.Runtime.CompilerServices;

namespace Dyno.Bench;

/// <summary>A buffer for epoll events. The kernel packs an event into 12 bytes on x86-64, and into 16 elsewhere.</summary>
internal sealed unsafe class EpollEvents
{
    private static readonly int Stride = RuntimeInformation.ProcessArchitecture == Architecture.X64 ? 12 : 16;
    private static readonly int ValueOffset = Stride - 8;
    private readonly byte* _buffer;

    public EpollEvents(int capacity)
    {
        Capacity = capacity;
        _buffer = (byte*)NativeMemory.AllocZeroed((nuint)(capacity * Stride));
    }

    public int Capacity { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int FileAt(int index) => Unsafe.ReadUnaligned<int>(_buffer + index * Stride + ValueOffset);

    public int Wait(int epoll) => Libc.EpollWait(epoll, _buffer, Capacity, -1);

    public static void Add(int epoll, int file, uint interest)
    {
        var change = stackalloc byte[16];
        Unsafe.WriteUnaligned(change, interest);
        Unsafe.WriteUnaligned(change + ValueOffset, (long)file);
        if (Libc.EpollControl(epoll, Libc.EpollAdd, file, change) < 0) throw new BenchException("epoll_ctl failed");
    }
}
