namespace Dyno.Http;

/// <summary>Converts Linux error numbers to .NET's socket exceptions.</summary>
internal static class SocketErrors
{
    public static SocketException Of(int errno) => new((int)(errno switch
    {
        Errno.ConnectionRefused => SocketError.ConnectionRefused,
        Errno.ConnectionReset => SocketError.ConnectionReset,
        Errno.ConnectionAborted => SocketError.ConnectionAborted,
        Errno.Pipe => SocketError.Shutdown,
        Errno.TimedOut => SocketError.TimedOut,
        Errno.HostUnreachable => SocketError.HostUnreachable,
        Errno.HostDown => SocketError.HostDown,
        Errno.NetworkUnreachable => SocketError.NetworkUnreachable,
        Errno.NetworkDown => SocketError.NetworkDown,
        Errno.AddressNotAvailable => SocketError.AddressNotAvailable,
        Errno.FilesOfProcess or Errno.FilesOfSystem => SocketError.TooManyOpenSockets,
        Errno.NoBuffers or Errno.OutOfMemory => SocketError.NoBufferSpaceAvailable,
        Errno.NotPermitted or Errno.AccessDenied => SocketError.AccessDenied,
        Errno.InvalidArgument => SocketError.InvalidArgument,
        Errno.FamilyNotSupported => SocketError.AddressFamilyNotSupported,
        Errno.AddressInUse => SocketError.AddressAlreadyInUse,
        _ => SocketError.SocketError,
    }));
}
