namespace Dyno.Http;

/// <summary>
/// Zeroed native memory for a number of values, aligned to a cache line. The garbage collector neither moves nor scans it, and no page is
/// touched before it is used. Invariant: the owner disposes it once, after the last use of <see cref="At"/>. Indexes are not checked.
/// </summary>
internal sealed unsafe class NativeArray<T> : IDisposable where T : unmanaged
{
    private const int CacheLine = 64;
    private void* _block;
    private T* _first;

    public NativeArray(int length)
    {
        Length = length;
        // Allocates more than needed and rounds the address up: the aligned allocation does not zero memory, and zeroing it here would
        // touch every page.
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
