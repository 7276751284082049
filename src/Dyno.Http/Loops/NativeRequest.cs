namespace Dyno.Http;

/// <summary>
/// A request in the form that the loop uses. Invariant: <see cref="Bytes"/> points into the pinned memory of <see cref="Source"/>,
/// which this struct keeps alive.
/// </summary>
internal readonly unsafe struct NativeRequest
{
    public readonly RequestBytes Source;
    public readonly byte* Bytes;
    public readonly int Length;
    public readonly int Origin;
    public readonly bool HasSlots;
    public readonly bool IsHead;

    public NativeRequest(RequestBytes source, int origin)
    {
        Source = source;
        Origin = origin;
        HasSlots = source.HasSlots;
        IsHead = source.IsHead;
        Bytes = (byte*)Unsafe.AsPointer(ref MemoryMarshal.GetReference(source.Fixed.Span));
        Length = source.Fixed.Length;
    }
}
