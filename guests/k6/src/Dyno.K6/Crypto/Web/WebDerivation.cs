namespace Dyno.K6;

/// <summary>deriveBits() of crypto.subtle.</summary>
internal static class WebDerivation
{
    public static byte[] Derive(WebParameters given, ReadOnlySpan<byte> key, ReadOnlySpan<byte> peer)
    {
        var bits = given.Whole("bits", -1);
        return given.Name switch
        {
            "PBKDF2" => Rfc2898DeriveBytes.Pbkdf2(key, given.Bytes("salt"), given.Whole("iterations"), given.Hash, bits / 8),
            "HKDF" => HKDF.DeriveKey(given.Hash, key.ToArray(), bits / 8, given.Bytes("salt"), given.Bytes("info")),
            _ => Cut(Agreed(key, peer), bits),
        };
    }

    private static byte[] Agreed(ReadOnlySpan<byte> key, ReadOnlySpan<byte> peer)
    {
        using var own = ECDiffieHellman.Create();
        own.ImportPkcs8PrivateKey(key, out _);
        using var other = ECDiffieHellman.Create();
        other.ImportSubjectPublicKeyInfo(peer, out _);
        using var point = other.PublicKey;
        return own.DeriveRawSecretAgreement(point);
    }

    // The first bits of a secret, as many as asked for; the unused bits of the last byte are zero.
    private static byte[] Cut(byte[] secret, int bits)
    {
        if (bits < 0) return secret;
        if (bits > secret.Length * 8) throw new CryptographicException($"the two keys agree on {secret.Length * 8} bits, not on {bits}");
        var cut = secret[..((bits + 7) / 8)];
        if (bits % 8 != 0) cut[^1] &= (byte)(0xff << (8 - bits % 8));
        return cut;
    }
}
