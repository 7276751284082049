using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Dyno.Http.Interop;

/// <summary>
/// Zeroed native memory for a number of values, from the start of a cache line: never moved, never scanned by the
/// collector, and not touched before it is used. Invariant: the owner disposes it once, after the last use of
/// <see cref="At"/>; indexes are the owner's own and are not checked.
/// </summary>
internal sealed unsafe class NativeArray<T> : IDisposable where T : unmanaged
{
    private const int CacheLine = 64;
    private void* _block;
    private T* _first;

    public NativeArray(int length)
    {
        Length = length;
        // More than needed, and rounded up: the allocation that aligns does not zero, and zeroing touches every page.
        _block = NativeMemory.AllocZeroed((nuint)((long)length * sizeof(T) + CacheLine));
        _first = (T*)(((nuint)_block + CacheLine - 1) & ~(nuint)(CacheLine - 1));
    }

    public int Length { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T* At(int index) => _first + index;

    public void Dispose()
    {
        NativeMemory.Free(_block);
        _block = null;
        _first = null;
        GC.SuppressFinalize(this);
    }

    ~NativeArray() => NativeMemory.Free(_block);
}
