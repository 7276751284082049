using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Dyno.Http.Interop;

/// <summary>
/// Zeroed native memory for <paramref name="length"/> values: never moved, never scanned by the collector, and not
/// touched before it is used. Invariant: the owner disposes it once, after the last use of <see cref="At"/>; indexes are
/// the owner's own and are not checked.
/// </summary>
internal sealed unsafe class NativeArray<T>(int length) : IDisposable where T : unmanaged
{
    private T* _first = (T*)NativeMemory.AllocZeroed((nuint)Math.Max(1, length), (nuint)sizeof(T));

    public int Length => length;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public T* At(int index) => _first + index;

    public void Dispose()
    {
        NativeMemory.Free(_first);
        _first = null;
        GC.SuppressFinalize(this);
    }

    ~NativeArray() => NativeMemory.Free(_first);
}
