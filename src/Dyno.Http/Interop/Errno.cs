namespace Dyno.Http;

/// <summary>The Linux error numbers that the drivers distinguish.</summary>
internal static class Errno
{
    public const int NoEntry = 2;
    public const int Interrupted = 4;
    public const int Again = 11;
    public const int OutOfMemory = 12;
    public const int FilesOfSystem = 23;
    public const int FilesOfProcess = 24;
    public const int Pipe = 32;
    public const int NotImplemented = 38;
    public const int AddressNotAvailable = 99;
    public const int NotPermitted = 1;
    public const int AccessDenied = 13;
    public const int InvalidArgument = 22;
    public const int FamilyNotSupported = 97;
    public const int AddressInUse = 98;
    public const int IsConnected = 106;
    public const int NotConnected = 107;
    public const int Already = 114;
    public const int NetworkDown = 100;
    public const int NetworkUnreachable = 101;
    public const int ConnectionAborted = 103;
    public const int ConnectionReset = 104;
    public const int NoBuffers = 105;
    public const int TimedOut = 110;
    public const int ConnectionRefused = 111;
    public const int HostDown = 112;
    public const int HostUnreachable = 113;
    public const int InProgress = 115;

    /// <summary>The error number of the last system call on this thread; must be read right after the call.</summary>
    public static int Last => Marshal.GetLastSystemError();

    /// <summary>The kind of error that reports show.</summary>
    public static RequestErrorKind KindOf(int errno) => errno switch
    {
        ConnectionRefused or NoEntry => RequestErrorKind.Refused,
        ConnectionReset or ConnectionAborted or Pipe => RequestErrorKind.Reset,
        TimedOut or HostUnreachable or NetworkUnreachable or NetworkDown or HostDown => RequestErrorKind.Unreachable,
        FilesOfProcess or FilesOfSystem or AddressNotAvailable or NoBuffers or OutOfMemory => RequestErrorKind.Exhausted,
        _ => RequestErrorKind.System,
    };

    /// <summary>The system's description of the error.</summary>
    public static string Describe(int errno) => $"{Marshal.GetPInvokeErrorMessage(errno)} (errno {errno})";
}
