namespace Dyno.Observation;

/// <summary>
/// The CPU-time clock of a process (man 3 clock_getcpuclockid). It counts nanoseconds and includes threads that have ended; /proc counts in
/// hundredths of a second.
/// </summary>
internal static unsafe partial class CpuClock
{
    /// <summary>
    /// CPU time of a process since its start, in nanoseconds, without its children; null when the process has ended, or on other systems
    /// than Linux.
    /// </summary>
    public static long? NanosOf(int processId)
    {
        if (!OperatingSystem.IsLinux() || clock_getcpuclockid(processId, out var clock) != 0) return null;
        Time time; // both calls write only to this variable, and keep no pointer to it
        return clock_gettime(clock, &time) == 0 ? time.Seconds * 1_000_000_000 + time.Nanos : null;
    }

    [LibraryImport("libc")]
    private static partial int clock_getcpuclockid(int pid, out int clock);

    [LibraryImport("libc")]
    private static partial int clock_gettime(int clock, Time* time);

    /// <summary>struct timespec of 64-bit Linux.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct Time
    {
        public nint Seconds;
        public nint Nanos;
    }
}
