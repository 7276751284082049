using Org.BouncyCastle.Crypto.Engines;
using Org.BouncyCastle.Crypto.Modes;

namespace Dyno.K6;

/// <summary>AES in the modes of crypto.subtle.</summary>
[SuppressMessage("Security", "CA5358", Justification = "the mode is what the script asks for; ECB is what a counter is encrypted with")]
internal static class AesCiphers
{
    private const int BlockBytes = 16;

    public static byte[] Encrypt(WebParameters given, ReadOnlySpan<byte> key, ReadOnlySpan<byte> data)
    {
        if (given.Name == "AES-CTR") return Counted(given, key, data);
        if (given.Name == "AES-GCM") return Authenticated(given, key, data, isEncrypting: true);
        using var aes = Of(key);
        return aes.EncryptCbc(data, given.Bytes("iv"));
    }

    /// <exception cref="CryptographicException">The data do not decrypt with this key and these parameters.</exception>
    public static byte[] Decrypt(WebParameters given, ReadOnlySpan<byte> key, ReadOnlySpan<byte> data)
    {
        if (given.Name == "AES-CTR") return Counted(given, key, data);
        if (given.Name == "AES-GCM") return Authenticated(given, key, data, isEncrypting: false);
        using var aes = Of(key);
        return aes.DecryptCbc(data, given.Bytes("iv"));
    }

    private static Aes Of(ReadOnlySpan<byte> key)
    {
        var aes = Aes.Create();
        aes.Key = key.ToArray();
        return aes;
    }

    // Counter mode: encrypting and decrypting are the same XOR of the data with the encrypted counters. The last bits of a counter block,
    // as many as "length" says, count up and wrap round to 0.
    private static byte[] Counted(WebParameters given, ReadOnlySpan<byte> key, ReadOnlySpan<byte> data)
    {
        var bits = given.Whole("length", 64);
        var first = BinaryPrimitives.ReadUInt128BigEndian(given.Bytes("iv"));
        var mask = bits == 128 ? UInt128.MaxValue : (UInt128.One << bits) - 1;
        var blocks = (data.Length + BlockBytes - 1) / BlockBytes;
        if (bits < 32 && blocks > 1L << bits) throw new CryptographicException("the counter is too short for so much data");
        var counters = new byte[blocks * BlockBytes];
        for (var i = 0; i < blocks; i++)
            BinaryPrimitives.WriteUInt128BigEndian(counters.AsSpan(i * BlockBytes), (first & ~mask) | ((first + (UInt128)i) & mask));
        using var aes = Of(key);
        var stream = aes.EncryptEcb(counters, PaddingMode.None);
        var result = data.ToArray();
        for (var i = 0; i < result.Length; i++) result[i] ^= stream[i];
        return result;
    }

    private static byte[] Authenticated(WebParameters given, ReadOnlySpan<byte> key, ReadOnlySpan<byte> data, bool isEncrypting)
    {
        var (iv, tagBytes, additional) = (given.Bytes("iv"), given.Whole("tagLength", 128) / 8, given.Bytes("additionalData"));
        if (!isEncrypting && data.Length < tagBytes) throw new CryptographicException("the data is shorter than its tag");
        if (iv.Length != AesGcm.NonceByteSizes.MaxSize || tagBytes < AesGcm.TagByteSizes.MinSize)
            return Rare.Gcm(iv, tagBytes, additional, key, data, isEncrypting);
        using var gcm = new AesGcm(key, tagBytes);
        if (isEncrypting)
        {
            var sealedData = new byte[data.Length + tagBytes];
            gcm.Encrypt(iv, data, sealedData.AsSpan(0, data.Length), sealedData.AsSpan(data.Length), additional);
            return sealedData;
        }
        var plain = new byte[data.Length - tagBytes];
        gcm.Decrypt(iv, data[..^tagBytes], data[^tagBytes..], plain, additional);
        return plain;
    }

    // AES-GCM by Bouncy Castle: .NET takes only an iv of 12 bytes and a tag of at least 12 bytes. Its own class, because the runtime
    // loads the library with the first method that names it.
    private static class Rare
    {
        public static byte[] Gcm(byte[] iv, int tagBytes, byte[] additional, ReadOnlySpan<byte> key, ReadOnlySpan<byte> data, bool isEncrypting)
        {
            try
            {
                var cipher = new GcmBlockCipher(new AesEngine());
                cipher.Init(isEncrypting, new AeadParameters(new KeyParameter(key), tagBytes * 8, iv, additional));
                var result = new byte[cipher.GetOutputSize(data.Length)];
                var length = cipher.ProcessBytes(data, result);
                cipher.DoFinal(result, length);
                return result;
            }
            catch (Exception e) when (e is Org.BouncyCastle.Crypto.CryptoException or ArgumentException)
            {
                throw new CryptographicException(e.Message, e);
            }
        }
    }
}
