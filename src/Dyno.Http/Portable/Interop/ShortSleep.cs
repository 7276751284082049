using System.Runtime.InteropServices;

namespace Dyno.Http.Portable;

/// <summary>Sleeps for less than a millisecond, the unit of .NET's waits, where the system supports that.</summary>
internal static partial class ShortSleep
{
    /// <summary>Whether <see cref="For"/> works on this system.</summary>
    public static bool IsAvailable { get; } = OperatingSystem.IsLinux() || OperatingSystem.IsMacOS();

    /// <summary>Sleeps for about the given time. A signal may end the sleep early; callers check the clock.</summary>
    public static void For(long nanos)
    {
        var time = new TimeSpec { Seconds = (nint)(nanos / 1_000_000_000), Nanos = (nint)(nanos % 1_000_000_000) };
        _ = Sleep(in time, 0);
    }

    [LibraryImport("libc", EntryPoint = "nanosleep")]
    private static partial int Sleep(in TimeSpec time, nint remaining);

    // struct timespec of 64-bit Linux and macOS: both fields are long.
    [StructLayout(LayoutKind.Sequential)]
    private struct TimeSpec
    {
        public nint Seconds;
        public nint Nanos;
    }
}
