namespace Dyno.Http;

/// <summary>
/// Asks the system which of many sockets are ready: poll(2) on Unix, WSAPoll on Windows. Each call asks about all of them, so its time
/// grows with their number: 4 µs for 64, 0.4 ms for 4,500 and 2.7 ms for 9,000 idle sockets on Linux. For one thread.
/// </summary>
internal sealed unsafe partial class SystemPoll : IDisposable
{
    private const int WindowsReadable = 0x100 | 0x200; // POLLRDNORM | POLLRDBAND
    private const int WindowsWritable = 0x10;
    private const int WindowsError = 1;
    private const int WindowsHangUp = 2;
    private const int Invalid = 0x20;        // POLLNVAL
    private const int WindowsInvalid = 4;

    private static readonly bool IsWindows = OperatingSystem.IsWindows();

    // struct pollfd is { int, short, short }; on Windows of 64 bits the socket has 8 bytes, and 4 of padding follow.
    private static readonly int Size = IsWindows && nint.Size == 8 ? 16 : 8;
    private static readonly int EventsAt = IsWindows ? nint.Size : 4;

    // Of the Unix systems only Linux knows POLLRDHUP.
    private static readonly SocketEvents Always = SocketEvents.Readable | (OperatingSystem.IsLinux() ? SocketEvents.PeerClosed : SocketEvents.None);

    private readonly NativeArray<byte> _entries;
    private readonly ManualResetEventSlim _nothing = new(); // never set
    private bool _isPrecise = OperatingSystem.IsLinux();

    private readonly bool _roundsUp;

    /// <param name="capacity">Largest number of sockets.</param>
    /// <param name="roundsUp">Whether a wait that the system takes in whole milliseconds is rather too long than too short.</param>
    public SystemPoll(int capacity, bool roundsUp) => (_entries, _roundsUp) = (new NativeArray<byte>(capacity * Size), roundsUp);

    /// <summary>Sets the socket of an entry, and whether it waits to send. Every entry waits for bytes.</summary>
    public void Set(int entry, nint socket, bool waitsToSend)
    {
        var at = _entries.At(entry * Size);
        if (IsWindows) *(nint*)at = socket;
        else *(int*)at = (int)socket;
        SetSending(entry, waitsToSend);
    }

    /// <summary>Sets whether the socket of an entry waits to send.</summary>
    public void SetSending(int entry, bool waitsToSend)
    {
        var wanted = IsWindows ? WindowsReadable | (waitsToSend ? WindowsWritable : 0)
            : (int)(waitsToSend ? Always | SocketEvents.Writable : Always);
        *(short*)_entries.At(entry * Size + EventsAt) = (short)wanted;
    }

    /// <summary>Moves an entry to another place.</summary>
    public void Move(int from, int to) => Buffer.MemoryCopy(_entries.At(from * Size), _entries.At(to * Size), Size, Size);

    /// <summary>What the last <see cref="Ask"/> found out about an entry.</summary>
    public SocketEvents Found(int entry)
    {
        var found = *(short*)_entries.At(entry * Size + EventsAt + 2);
        if (found == 0) return SocketEvents.None;
        if (!IsWindows) return (found & Invalid) != 0 ? SocketEvents.Error : (SocketEvents)(ushort)found;
        return ((found & WindowsReadable) != 0 ? SocketEvents.Readable : 0) | ((found & WindowsWritable) != 0 ? SocketEvents.Writable : 0)
            | ((found & (WindowsError | WindowsInvalid)) != 0 ? SocketEvents.Error : 0) | ((found & WindowsHangUp) != 0 ? SocketEvents.HangUp : 0);
    }

    /// <summary>Waits until a socket is ready; returns the number of ready ones, 0 when the time is over or a signal came.</summary>
    /// <param name="count">Number of entries.</param>
    /// <param name="nanos">Longest wait in nanoseconds; 0 or less only polls. Off Linux a wait has whole milliseconds.</param>
    /// <exception cref="UserFault">The system refuses to wait for so many sockets.</exception>
    public int Ask(int count, long nanos)
    {
        var entries = _entries.At(0);
        var milliseconds = nanos <= 0 ? 0 : (int)Math.Min(1_000, (nanos + (_roundsUp ? 999_999 : 0)) / 1_000_000);
        if (IsWindows)
        {
            if (count > 0) return Ready(WSAPoll(entries, (uint)count, milliseconds), count);
            _nothing.Wait(milliseconds); // WSAPoll refuses to wait for nothing
            return 0;
        }
        if (nanos > 0 && _isPrecise)
        {
            var time = TimeSpec.FromNanos(nanos);
            var ready = ppoll(entries, (nuint)count, &time, null);
            if (ready >= 0 || Errno.Last is not (Errno.NotImplemented or Errno.NotPermitted)) return Ready(ready, count);
            _isPrecise = false; // a container that forbids the call
        }
        return Ready(poll(entries, (nuint)count, milliseconds), count);
    }

    private static int Ready(int result, int count)
    {
        if (result >= 0 || (!IsWindows && Errno.Last is Errno.Interrupted or Errno.Again)) return Math.Max(0, result);
        throw new UserFault($"the system cannot wait for {count} sockets at once", "use fewer connections (-c), or raise the limit of open files (ulimit -n)");
    }

    public void Dispose()
    {
        _entries.Dispose();
        _nothing.Dispose();
    }

    [LibraryImport("libc")]
    private static partial int poll(byte* entries, nuint count, int timeoutMillis);

    [LibraryImport("libc")]
    private static partial int ppoll(byte* entries, nuint count, TimeSpec* timeout, void* signals);

    [LibraryImport("ws2_32")]
    private static partial int WSAPoll(byte* entries, uint count, int timeoutMillis);
}
