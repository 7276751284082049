namespace Dyno.Http;

/// <summary>
/// The system calls of the Linux driver. Invariants for every caller: pointers stay valid for the duration of the call; after a result of
/// −1 the caller reads <see cref="Errno.Last"/> at once.
/// </summary>
internal static unsafe partial class Libc
{
    public const int StreamCloseOnExec = 1 | 0x80000; // SOCK_STREAM | SOCK_CLOEXEC
    public const int StreamNonBlockingCloseOnExec = StreamCloseOnExec | 0x800; // SOCK_NONBLOCK
    public const int Peek = 2 | 0x40; // MSG_PEEK | MSG_DONTWAIT
    public const int NonBlockingCloseOnExec = 0x800 | 0x80000;
    public const int NoSignal = 0x4000;
    private const string Name = "libc";

    [LibraryImport(Name)]
    public static partial int epoll_create1(int flags);

    [LibraryImport(Name)]
    public static partial int epoll_ctl(int epoll, int operation, int fd, EpollEvent* change);

    [LibraryImport(Name)]
    public static partial int epoll_wait(int epoll, EpollEvent* events, int capacity, int timeoutMillis);

    [LibraryImport(Name)]
    public static partial int epoll_pwait2(int epoll, EpollEvent* events, int capacity, TimeSpec* timeout, void* signals);

    [LibraryImport(Name)]
    public static partial int socket(int family, int type, int protocol);

    [LibraryImport(Name)]
    public static partial int bind(int fd, byte* address, int length);

    [LibraryImport(Name)]
    public static partial int connect(int fd, byte* address, int length);

    [LibraryImport(Name)]
    public static partial int setsockopt(int fd, int level, int name, void* value, int length);

    [LibraryImport(Name)]
    public static partial int getsockopt(int fd, int level, int name, void* value, int* length);

    /// <summary>send(2); see <see cref="SocketCall"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Send(int fd, byte* bytes, nint length, int flags) => SocketCall.Send == 0
        ? send(fd, bytes, length, flags) : syscall(SocketCall.Send, fd, (nint)bytes, length, flags, 0, 0);

    /// <summary>recv(2); see <see cref="SocketCall"/>.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static nint Receive(int fd, byte* bytes, nint length, int flags) => SocketCall.Receive == 0
        ? recv(fd, bytes, length, flags) : syscall(SocketCall.Receive, fd, (nint)bytes, length, flags, 0, 0);

    [LibraryImport(Name)]
    private static partial nint send(int fd, byte* bytes, nint length, int flags);

    [LibraryImport(Name)]
    private static partial nint recv(int fd, byte* bytes, nint length, int flags);

    // Variadic in C, but every argument is an integer: on x64 and arm64 Linux they are passed as in any other call.
    [LibraryImport(Name)]
    private static partial nint syscall(nint number, nint a, nint b, nint c, nint d, nint e, nint f);

    [LibraryImport(Name)]
    public static partial int close(int fd);

    // Variadic in C; see syscall.
    [LibraryImport(Name)]
    public static partial int ioctl(int fd, nuint request, int* argument);

    [LibraryImport(Name)]
    public static partial int shutdown(int fd, int how);

    [LibraryImport(Name)]
    public static partial int eventfd(uint initial, int flags);

    [LibraryImport(Name)]
    public static partial nint read(int fd, void* bytes, nuint length);

    [LibraryImport(Name)]
    public static partial nint write(int fd, void* bytes, nuint length);

    [LibraryImport(Name)]
    public static partial int prctl(int option, nuint value, nuint unused3, nuint unused4, nuint unused5);

    [LibraryImport(Name)]
    public static partial int getrlimit(int resource, ResourceLimit* limit);

    [LibraryImport(Name)]
    public static partial int setrlimit(int resource, ResourceLimit* limit);
}

/// <summary>
/// The numbers of the system calls sendto and recvfrom; 0 where they are not known, and the C library is called
/// instead. In the C library both calls are points where a thread may be cancelled. They enter and leave that state
/// with atomic operations, which cost 1.5 % of a request ("http", 512 connections, sampled).
/// </summary>
internal static class SocketCall
{
    public static readonly nint Send = Number(x64: 44, arm64: 206);
    public static readonly nint Receive = Number(x64: 45, arm64: 207);

    private static nint Number(int x64, int arm64) => RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => x64,
        Architecture.Arm64 => arm64,
        _ => 0,
    };
}

internal static class EpollFlags
{
    public const uint In = 1;
    public const uint Out = 4;
    public const uint Error = 8;
    public const uint HangUp = 16;
    public const uint PeerClosed = 0x2000; // EPOLLRDHUP
    public const uint EdgeTriggered = 1u << 31;

    public const int Add = 1;
    public const int CloseOnExec = 0x80000;
}

[StructLayout(LayoutKind.Sequential)]
internal struct TimeSpec
{
    public nint Seconds;
    public nint Nanos;

    public static TimeSpec FromNanos(long nanos) => new() { Seconds = (nint)(nanos / 1_000_000_000), Nanos = (nint)(nanos % 1_000_000_000) };
}

[StructLayout(LayoutKind.Sequential)]
internal struct ResourceLimit
{
    public const int OpenFiles = 7; // RLIMIT_NOFILE

    public ulong Soft;
    public ulong Hard;
}
