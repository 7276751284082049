using Microsoft.Win32.SafeHandles;

namespace Dyno.Subjects;

/// <summary>posix_fadvise (man 2 posix_fadvise). Linux only.</summary>
internal static partial class FileAdvice
{
    private const int DontNeed = 4;

    /// <summary>Tells the system that a file will not be needed soon, so that the system drops the file's clean pages from memory.</summary>
    /// <returns>False when the system refused.</returns>
    // A length of 0 means up to the end of the file. The marshaller keeps the handle open during the call.
    public static bool WillNotNeed(SafeFileHandle file) => posix_fadvise(file, 0, 0, DontNeed) == 0;

    [LibraryImport("libc")]
    private static partial int posix_fadvise(SafeFileHandle file, long offset, long length, int advice);
}
