namespace Dyno.Http;

/// <summary>
/// <c>struct epoll_event</c>, which the kernel packs to 12 bytes on x64 and aligns to 16 bytes elsewhere. It is read and written through
/// <see cref="At"/>, so that one build supports both layouts.
/// </summary>
[StructLayout(LayoutKind.Explicit, Size = 16)]
internal unsafe struct EpollEvent
{
    private static readonly bool Packed = RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.X86;

    [FieldOffset(0)]
    public uint Events;

    [FieldOffset(4)]
    private ulong _packedTag;

    [FieldOffset(8)]
    private ulong _alignedTag;

    /// <summary>The value that was registered with the file descriptor.</summary>
    public ulong Tag
    {
        readonly get => Packed ? _packedTag : _alignedTag;
        set { if (Packed) _packedTag = value; else _alignedTag = value; }
    }

    /// <summary>Event <paramref name="index"/> of an array that the kernel filled.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static EpollEvent* At(EpollEvent* first, int index) => (EpollEvent*)((byte*)first + index * (Packed ? 12 : 16));
}
