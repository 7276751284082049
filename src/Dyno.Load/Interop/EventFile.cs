using Microsoft.Win32.SafeHandles;

[assembly: DisableRuntimeMarshalling] // blittable P/Invokes only: called without a marshalling stub

namespace Dyno.Load;

/// <summary>
/// A wake-up based on Linux's eventfd. One thread sleeps on it with a time in nanoseconds, and any thread can end the sleep. Waking after
/// disposal is safe, because the handle counts the calls in progress.
/// </summary>
internal sealed unsafe class EventFile : SafeHandleZeroOrMinusOneIsInvalid, IWakeUp
{
    private const int NonBlockingCloseOnExec = 0x800 | 0x80000;
    private const int SetTimerSlack = 29; // PR_SET_TIMERSLACK
    private const short Readable = 1;

    private EventFile(int file)
        : base(ownsHandle: true) => SetHandle(file);

    public bool IsPrecise => true;

    /// <summary>The file descriptor, which is readable after a wake-up. Valid until disposal.</summary>
    public int File => (int)handle;

    /// <summary>Creates an event file; null where none can be created (not Linux; no file descriptor left).</summary>
    /// <param name="slackNanos">How late the kernel may end a sleep of the calling thread, to merge wake-ups.</param>
    public static EventFile? TryCreate(uint slackNanos)
    {
        if (!OperatingSystem.IsLinux()) return null;
        var file = Libc.eventfd(0, NonBlockingCloseOnExec);
        if (file <= 0) return null;
        _ = Libc.prctl(SetTimerSlack, slackNanos, 0, 0, 0);
        return new EventFile(file);
    }

    public void Sleep(long nanos)
    {
        var time = new TimeSpec { Seconds = (nint)(nanos / 1_000_000_000), Nanos = (nint)(nanos % 1_000_000_000) };
        var poll = new PollFile { File = (int)handle, Wanted = Readable };
        // The thread that sleeps is also the thread that disposes, so the file is open throughout. A signal may end the sleep early.
        if (Libc.ppoll(&poll, 1, &time, null) <= 0) return;
        ulong count;
        _ = Libc.read((int)handle, &count, sizeof(ulong)); // resets the counter to zero, however many wake-ups there were
    }

    public void Wake()
    {
        var isHeld = false;
        try
        {
            DangerousAddRef(ref isHeld);
            ulong one = 1;
            _ = Libc.write((int)handle, &one, sizeof(ulong));
        }
        catch (ObjectDisposedException)
        {
            // The wake-up came from an iteration that outlived its worker.
        }
        finally
        {
            if (isHeld) DangerousRelease();
        }
    }

    protected override bool ReleaseHandle() => Libc.close((int)handle) == 0;
}
