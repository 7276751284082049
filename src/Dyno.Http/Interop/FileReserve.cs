namespace Dyno.Http;

/// <summary>
/// Keeps the highest file descriptors of this process free of sockets. .NET needs a file descriptor to start a thread or to load one of
/// its libraries, and ends the process if none is left ("Out of memory"). A load that reaches the limit must still be able to report
/// that. The system hands out the lowest free descriptor first, so the highest ones stay free as long as no socket has one. Thread-safe.
/// </summary>
internal static class FileReserve
{
    private const int Numbers = 32;
    private static long _end = End();

    /// <summary>Whether a file descriptor lies in the reserve; the caller must then close it.</summary>
    public static bool Holds(nint file) => file >= Volatile.Read(ref _end);

    /// <summary>Reads the limit again, which may have changed; called after a socket could not be opened.</summary>
    public static void LookAgain() => Volatile.Write(ref _end, End());

    /// <summary>Opens a stream socket. Returns the file descriptor; a negative number, with the error number, when no socket could be opened.</summary>
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
