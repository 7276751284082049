using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using Dyno.JavaScript;

namespace Dyno.K6.Crypto;

/// <summary>The hashes of k6/crypto by name, and HMAC over each (RFC 2104).</summary>
internal static class Hashes
{
    /// <summary>The hash of some bytes.</summary>
    /// <exception cref="HostException">There is no such algorithm.</exception>
    [SuppressMessage("Security", "CA5350", Justification = "scripts ask for the algorithm that their server wants")]
    [SuppressMessage("Security", "CA5351", Justification = "scripts ask for the algorithm that their server wants")]
    public static byte[] Hash(string algorithm, ReadOnlySpan<byte> input) => algorithm switch
    {
        "md4" => Md4.HashData(input),
        "md5" => MD5.HashData(input),
        "sha1" => SHA1.HashData(input),
        "sha256" => SHA256.HashData(input),
        "sha384" => SHA384.HashData(input),
        "sha512" => SHA512.HashData(input),
        "sha512_224" => TruncatedSha512.HashData(input, 224),
        "sha512_256" => TruncatedSha512.HashData(input, 256),
        "ripemd160" => Ripemd160.HashData(input),
        _ => throw new HostException($"there is no algorithm {algorithm}"),
    };

    /// <summary>The HMAC of some bytes.</summary>
    /// <exception cref="HostException">There is no such algorithm.</exception>
    public static byte[] Hmac(string algorithm, ReadOnlySpan<byte> key, ReadOnlySpan<byte> input)
    {
        var blockBytes = algorithm is "sha384" or "sha512" or "sha512_224" or "sha512_256" ? 128 : 64;
        Span<byte> padded = stackalloc byte[128];
        padded = padded[..blockBytes];
        padded.Clear();
        if (key.Length <= blockBytes) key.CopyTo(padded);
        else Hash(algorithm, key).CopyTo(padded);
        var inner = Hash(algorithm, [.. Xored(padded, 0x36), .. input]);
        return Hash(algorithm, [.. Xored(padded, 0x5c), .. inner]);
    }

    private static byte[] Xored(ReadOnlySpan<byte> key, byte with)
    {
        var result = key.ToArray();
        foreach (ref var one in result.AsSpan()) one ^= with;
        return result;
    }
}
