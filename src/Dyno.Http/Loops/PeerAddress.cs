namespace Dyno.Http;

/// <summary>An address to connect to, for .NET's sockets and for the system's. Immutable.</summary>
internal sealed class PeerAddress
{
    public PeerAddress(IPAddress address, int port) => (EndPoint, Native) = (new IPEndPoint(address, port), NativeAddress.Of(address, port));

    public PeerAddress(UnixDomainSocketEndPoint socket, NativeAddress native) => (EndPoint, Native) = (socket, native);

    /// <summary>The address for .NET's sockets.</summary>
    public EndPoint EndPoint { get; }

    /// <summary>The address for the system calls of Linux.</summary>
    public NativeAddress Native { get; }

    public string Text => Native.Text;
}
