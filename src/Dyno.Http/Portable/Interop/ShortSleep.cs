using System.Runtime.InteropServices;

namespace Dyno.Http.Portable;

/// <summary>Sleeps shorter than the millisecond that .NET's waits count in, where the system offers them.</summary>
internal static partial class ShortSleep
{
    /// <summary>Whether <see cref="For"/> works here.</summary>
    public static bool IsAvailable { get; } = OperatingSystem.IsLinux() || OperatingSystem.IsMacOS();

    /// <summary>Sleeps about this long; a signal may end it early, and the caller looks at the clock anyway.</summary>
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
