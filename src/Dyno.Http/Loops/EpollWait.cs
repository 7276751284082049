namespace Dyno.Http;

/// <summary>Waits on an epoll file, as exactly as the system can.</summary>
internal sealed unsafe class EpollWait(int epoll, bool isPrecise)
{
    /// <summary>Whether the C library has a wait that takes nanoseconds (glibc 2.35).</summary>
    public static readonly bool IsPrecise = NativeLibrary.TryGetExport(NativeLibrary.GetMainProgramHandle(), "epoll_pwait2", out _)
        || (NativeLibrary.TryLoad("libc.so.6", out var libc) && NativeLibrary.TryGetExport(libc, "epoll_pwait2", out _));

    private bool _isPrecise = isPrecise;

    /// <summary>Waits and returns the number of events; 0 when the time is over, or a signal interrupted the wait.</summary>
    /// <param name="capacity">Largest number of events.</param>
    /// <param name="nanos">Longest wait in nanoseconds; 0 or less only polls.</param>
    public int For(EpollEvent* events, int capacity, long nanos)
    {
        if (nanos > 0 && _isPrecise)
        {
            var time = TimeSpec.FromNanos(nanos);
            var count = Libc.epoll_pwait2(epoll, events, capacity, &time, null);
            if (count >= 0 || Errno.Last == Errno.Interrupted) return Math.Max(0, count);
            _isPrecise = false; // a kernel before 5.11, or a container that forbids the call: wait in milliseconds
        }
        return Math.Max(0, Libc.epoll_wait(epoll, events, capacity, nanos <= 0 ? 0 : (int)Math.Min(1_000, nanos / 1_000_000)));
    }
}
