namespace Dyno.Http;

/// <summary>
/// Binds sockets to a local address. Linux then chooses the port at connect. A port chosen at bind would be reserved for all
/// destinations, which would limit connections to about 28,000 in total.
/// </summary>
internal static unsafe class LocalBinding
{
    private static ReadOnlySpan<byte> On => [1, 0, 0, 0]; // an int, little-endian as on every Linux system that Dyno supports

    /// <summary>Binds a socket that is not connected yet.</summary>
    /// <exception cref="SocketException">The address does not belong to this machine, or it is of the other IP version.</exception>
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
