namespace Dyno.K6;

/// <summary>The hashes of k6/crypto by name, and HMAC over each (RFC 2104).</summary>
[SuppressMessage("Security", "CA5350", Justification = "scripts ask for the algorithm that their server wants")]
[SuppressMessage("Security", "CA5351", Justification = "scripts ask for the algorithm that their server wants")]
internal static class Hashes
{
    /// <summary>The hash of some bytes.</summary>
    /// <exception cref="HostException">There is no such algorithm.</exception>
    public static byte[] Hash(string algorithm, ReadOnlySpan<byte> input) => algorithm switch
    {
        "md5" => MD5.HashData(input),
        "sha1" => SHA1.HashData(input),
        "sha256" => SHA256.HashData(input),
        "sha384" => SHA384.HashData(input),
        "sha512" => SHA512.HashData(input),
        "md4" or "sha512_224" or "sha512_256" or "ripemd160" => RareHashes.Hash(algorithm, input),
        _ => throw Unknown(algorithm),
    };

    /// <summary>The HMAC of some bytes.</summary>
    /// <exception cref="HostException">There is no such algorithm.</exception>
    public static byte[] Hmac(string algorithm, ReadOnlySpan<byte> key, ReadOnlySpan<byte> input) => algorithm switch
    {
        "md5" => HMACMD5.HashData(key, input),
        "sha1" => HMACSHA1.HashData(key, input),
        "sha256" => HMACSHA256.HashData(key, input),
        "sha384" => HMACSHA384.HashData(key, input),
        "sha512" => HMACSHA512.HashData(key, input),
        "md4" or "sha512_224" or "sha512_256" or "ripemd160" => RareHashes.Hmac(algorithm, key, input),
        _ => throw Unknown(algorithm),
    };

    private static HostException Unknown(string algorithm) => new($"there is no algorithm {algorithm}");
}
