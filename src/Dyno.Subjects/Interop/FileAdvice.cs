using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Dyno.Subjects.Interop;

/// <summary>posix_fadvise (man 2 posix_fadvise). Linux only.</summary>
internal static partial class FileAdvice
{
    private const int DontNeed = 4;

    /// <summary>Says that the whole of a file will not be needed soon: its clean pages leave the memory.</summary>
    /// <returns>False when the system refused.</returns>
    // A length of 0 means: up to the end. The handle is kept open for the length of the call by the marshaller.
    public static bool WillNotNeed(SafeFileHandle file) => posix_fadvise(file, 0, 0, DontNeed) == 0;

    [LibraryImport("libc")]
    private static partial int posix_fadvise(SafeFileHandle file, long offset, long length, int advice);
}
