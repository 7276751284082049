using Org.BouncyCastle.Crypto.Digests;
using Org.BouncyCastle.Crypto.Macs;

namespace Dyno.K6;

/// <summary>
/// The hashes of k6/crypto that .NET does not have, computed by Bouncy Castle. They have a class of their own, because the runtime loads
/// the library with the first method that names it.
/// </summary>
internal static class RareHashes
{
    /// <summary>The hash of some bytes by md4, ripemd160, sha512_224 or sha512_256.</summary>
    public static byte[] Hash(string algorithm, ReadOnlySpan<byte> input)
    {
        var digest = DigestOf(algorithm);
        digest.BlockUpdate(input);
        var hash = new byte[digest.GetDigestSize()];
        digest.DoFinal(hash);
        return hash;
    }

    /// <summary>The HMAC of some bytes with one of these hashes.</summary>
    public static byte[] Hmac(string algorithm, ReadOnlySpan<byte> key, ReadOnlySpan<byte> input)
    {
        var mac = new HMac(DigestOf(algorithm));
        mac.Init(new KeyParameter(key));
        mac.BlockUpdate(input);
        var result = new byte[mac.GetMacSize()];
        mac.DoFinal(result);
        return result;
    }

    private static IDigest DigestOf(string algorithm) => algorithm switch
    {
        "md4" => new MD4Digest(),
        "ripemd160" => new RipeMD160Digest(),
        "sha512_224" => new Sha512tDigest(224),
        _ => new Sha512tDigest(256),
    };
}
