namespace Dyno.Load;

/// <summary>The system calls behind <see cref="EventFile"/>. Pointers stay valid for the length of the call; none is kept.</summary>
internal static unsafe partial class Libc
{
    private const string Name = "libc";

    [LibraryImport(Name)]
    public static partial int eventfd(uint initial, int flags);

    [LibraryImport(Name)]
    public static partial int ppoll(PollFile* files, nuint count, TimeSpec* timeout, void* signals);

    [LibraryImport(Name)]
    public static partial nint read(int file, void* bytes, nuint length);

    [LibraryImport(Name)]
    public static partial nint write(int file, void* bytes, nuint length);

    [LibraryImport(Name)]
    public static partial int close(int file);

    [LibraryImport(Name)]
    public static partial int prctl(int option, nuint value, nuint unused3, nuint unused4, nuint unused5);
}

/// <summary>struct pollfd.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct PollFile
{
    public int File;
    public short Wanted;
    public short Seen;
}

/// <summary>struct timespec of 64-bit Linux.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct TimeSpec
{
    public nint Seconds;
    public nint Nanos;
}
