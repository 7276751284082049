namespace Dyno.Http.Interop;

/// <summary>
/// Keeps the last numbers for open files of this process free of sockets. .NET needs a number to start a thread or to
/// load a part of itself, and ends the process where it finds none ("Out of memory"); a load that meets the limit must
/// still be able to say so. The system gives out the lowest number first, so the last numbers are free as long as no
/// socket has one. Thread-safe.
/// </summary>
internal static class FileReserve
{
    private const int Numbers = 32;
    private static long _end = End();

    /// <summary>Whether a file with this number stands in the way: close it.</summary>
    public static bool Holds(nint file) => file >= Volatile.Read(ref _end);

    /// <summary>Asks for the limit again, which somebody may have changed: after a socket could not be had.</summary>
    public static void LookAgain() => Volatile.Write(ref _end, End());

    /// <summary>A stream socket; negative, and why, when there is none.</summary>
    public static int OpenSocket(int family, out int errno, bool blocks = false)
    {
        var file = Libc.socket(family, blocks ? Libc.StreamCloseOnExec : Libc.StreamNonBlockingCloseOnExec, 0);
        errno = file < 0 ? Errno.Last : 0;
        if (file >= 0 && Holds(file))
        {
            _ = Libc.close(file);
            (file, errno) = (-1, Errno.FilesOfProcess);
        }
        if (errno == Errno.FilesOfProcess) LookAgain();
        return file;
    }

    private static long End()
    {
        var limit = OperatingSystem.IsLinux() ? OpenFileLimit.Now() : long.MaxValue;
        return limit == long.MaxValue ? long.MaxValue : limit - Numbers;
    }
}
