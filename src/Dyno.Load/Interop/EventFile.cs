using System.Runtime.CompilerServices;
using Dyno.Load.Engine;
using Microsoft.Win32.SafeHandles;

[assembly: DisableRuntimeMarshalling] // blittable P/Invokes only: called without a marshalling stub

namespace Dyno.Load.Interop;

/// <summary>
/// Linux's eventfd as a wake-up: one thread sleeps on it with a time in nanoseconds, any thread ends the sleep. Safe to
/// wake after disposal: the handle counts who is inside a call.
/// </summary>
internal sealed unsafe class EventFile : SafeHandleZeroOrMinusOneIsInvalid, IWakeUp
{
    private const int NonBlockingCloseOnExec = 0x800 | 0x80000;
    private const int SetTimerSlack = 29; // PR_SET_TIMERSLACK
    private const short Readable = 1;

    private EventFile(int file)
        : base(ownsHandle: true) => SetHandle(file);

    public bool IsPrecise => true;

    /// <summary>The number of the file, which is readable when somebody has woken it. Valid until disposal.</summary>
    public int File => (int)handle;

    /// <summary>A new one, or null where there is none (not Linux; no file left).</summary>
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
        // The one sleeper is also the one that disposes: the file is open throughout. A signal may end the sleep early.
        if (Libc.ppoll(&poll, 1, &time, null) <= 0) return;
        ulong count;
        _ = Libc.read((int)handle, &count, sizeof(ulong)); // back to zero, however many had woken it
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
            // An iteration that outlived its worker.
        }
        finally
        {
            if (isHeld) DangerousRelease();
        }
    }

    protected override bool ReleaseHandle() => Libc.close((int)handle) == 0;
}
