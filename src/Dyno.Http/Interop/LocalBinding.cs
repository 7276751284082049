using System.Net;
using System.Net.Sockets;

namespace Dyno.Http.Interop;

/// <summary>
/// Lets the connections of a socket come from an address of this machine. Linux chooses the port when the socket connects:
/// chosen now, it would be taken for connections to everywhere, and 28,000 would be all there are.
/// </summary>
internal static unsafe class LocalBinding
{
    private static ReadOnlySpan<byte> On => [1, 0, 0, 0]; // int, little-endian as all of Dyno's Linux

    /// <summary>Binds a socket that is not connected yet.</summary>
    /// <param name="file">The socket.</param>
    /// <param name="local">Where its connections come from.</param>
    /// <param name="remote">Where they go.</param>
    /// <exception cref="SocketException">The address is not one of this machine, or of the other version of IP.</exception>
    public static void Bind(int file, IPAddress local, IPAddress remote)
    {
        ThrowUnlessAlike(local, remote);
        var on = 1;
        _ = Libc.setsockopt(file, SocketOptions.Ip, SocketOptions.BindAddressNoPort, &on, sizeof(int));
        var address = NativeAddress.Of(local, 0);
        fixed (byte* bytes = address.Bytes)
            if (Libc.bind(file, bytes, address.Bytes.Length) != 0) throw Failure(SocketErrors.Of(Errno.Last), local);
    }

    /// <inheritdoc cref="Bind(int, IPAddress, IPAddress)"/>
    public static void Bind(Socket socket, IPAddress local, IPAddress remote)
    {
        ThrowUnlessAlike(local, remote);
        try
        {
            if (OperatingSystem.IsLinux()) socket.SetRawSocketOption(SocketOptions.Ip, SocketOptions.BindAddressNoPort, On);
            socket.Bind(new IPEndPoint(local, 0));
        }
        catch (SocketException e)
        {
            throw Failure(e, local);
        }
    }

    private static void ThrowUnlessAlike(IPAddress local, IPAddress remote)
    {
        if (local.AddressFamily != remote.AddressFamily) throw Failure(new SocketException((int)SocketError.AddressFamilyNotSupported), local);
    }

    private static SocketException Failure(SocketException e, IPAddress local) => new((int)e.SocketErrorCode, $"{e.Message} (from {local})");
}
