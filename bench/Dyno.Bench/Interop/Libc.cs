namespace Dyno.Bench;

/// <summary>The system calls of the canned server and of the CPU accounting. The numeric constants are those of Linux.</summary>
internal static unsafe partial class Libc
{
    public const int AddressFamilyInet = 2;
    public const int StreamNonBlocking = 1 | 0x800;
    public const int NonBlocking = 0x800;
    public const int NoSignal = 0x4000;
    public const int EpollAdd = 1;
    public const uint EpollIn = 0x1;
    public const uint EpollPeerClosed = 0x2000;
    public const uint EpollEdgeTriggered = 1u << 31;

    [LibraryImport("libc", EntryPoint = "socket")]
    public static partial int Socket(int family, int type, int protocol);

    [LibraryImport("libc", EntryPoint = "setsockopt")]
    public static partial int SetOption(int socket, int level, int name, int* value, int length);

    [LibraryImport("libc", EntryPoint = "bind")]
    public static partial int Bind(int socket, byte* address, int length);

    [LibraryImport("libc", EntryPoint = "getsockname")]
    public static partial int GetName(int socket, byte* address, int* length);

    [LibraryImport("libc", EntryPoint = "listen")]
    public static partial int Listen(int socket, int backlog);

    [LibraryImport("libc", EntryPoint = "accept4")]
    public static partial int Accept(int socket, byte* address, int* length, int flags);

    [LibraryImport("libc", EntryPoint = "recv")]
    public static partial nint Receive(int socket, byte* buffer, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "send")]
    public static partial nint Send(int socket, byte* buffer, nint length, int flags);

    [LibraryImport("libc", EntryPoint = "close")]
    public static partial int Close(int file);

    [LibraryImport("libc", EntryPoint = "epoll_create1")]
    public static partial int EpollCreate(int flags);

    [LibraryImport("libc", EntryPoint = "epoll_ctl")]
    public static partial int EpollControl(int epoll, int operation, int file, byte* change);

    [LibraryImport("libc", EntryPoint = "epoll_wait")]
    public static partial int EpollWait(int epoll, byte* events, int capacity, int timeoutMillis);

    [LibraryImport("libc", EntryPoint = "getrusage")]
    private static partial int GetUsage(int who, long* usage);

    /// <summary>User and system seconds of all child processes that have ended and been waited for.</summary>
    public static double EndedChildrenCpuSeconds()
    {
        const int children = -1;
        // struct rusage: two timevals of two longs each, then 14 longs.
        var usage = stackalloc long[18];
        return GetUsage(children, usage) < 0
            ? throw new BenchException("getrusage failed")
            : usage[0] + usage[2] + (usage[1] + usage[3]) / 1e6;
    }
}
