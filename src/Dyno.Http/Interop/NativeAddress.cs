namespace Dyno.Http;

/// <summary>A <c>struct sockaddr</c> ready for connect: IPv4, IPv6 or Unix. Immutable; its bytes are pinned.</summary>
internal sealed class NativeAddress
{
    private const int UnixPathBytes = 108;

    private NativeAddress(int family, byte[] bytes, string text)
    {
        Family = family;
        Text = text;
        Bytes = GC.AllocateUninitializedArray<byte>(bytes.Length, pinned: true);
        bytes.CopyTo(Bytes, 0);
    }

    public int Family { get; }

    public byte[] Bytes { get; }

    /// <summary>The address as text for messages: <c>127.0.0.1:80</c>, <c>[::1]:80</c> or a path.</summary>
    public string Text { get; }

    public bool IsUnix => Family == 1;

    public static NativeAddress Of(IPAddress address, int port)
    {
        var isV6 = address.AddressFamily == AddressFamily.InterNetworkV6;
        var bytes = new byte[isV6 ? 28 : 16];
        var family = isV6 ? 10 : 2;
        BitConverter.TryWriteBytes(bytes, (ushort)family);
        BinaryPrimitives.WriteUInt16BigEndian(bytes.AsSpan(2), (ushort)port);
        address.TryWriteBytes(bytes.AsSpan(isV6 ? 8 : 4), out _);
        if (isV6) BitConverter.TryWriteBytes(bytes.AsSpan(24), (uint)address.ScopeId);
        return new NativeAddress(family, bytes, new IPEndPoint(address, port).ToString());
    }

    /// <summary>The address of a Unix socket; null when the path is too long for the system.</summary>
    public static NativeAddress? OfUnix(string path)
    {
        var name = Encoding.UTF8.GetBytes(path);
        if (name.Length >= UnixPathBytes) return null;
        var bytes = new byte[2 + UnixPathBytes];
        bytes[0] = 1;
        name.CopyTo(bytes, 2);
        return new NativeAddress(1, bytes, path);
    }
}
