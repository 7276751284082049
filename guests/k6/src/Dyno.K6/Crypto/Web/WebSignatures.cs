using Org.BouncyCastle.Crypto.Digests;
using Org.BouncyCastle.Crypto.Encodings;
using Org.BouncyCastle.Crypto.Engines;
using Org.BouncyCastle.Crypto.Signers;
using Org.BouncyCastle.Security;

namespace Dyno.K6;

/// <summary>Signatures of crypto.subtle, and RSA-OAEP.</summary>
internal static class WebSignatures
{
    public static byte[] Sign(WebParameters given, ReadOnlySpan<byte> key, ReadOnlySpan<byte> data)
    {
        if (given.Name == "HMAC") return CryptographicOperations.HmacData(given.Hash, key, data);
        if (given.Name == "ECDSA")
        {
            using var ec = WebKeys.Ec("private", key);
            return ec.SignData(data, given.Hash, DSASignatureFormat.IeeeP1363FixedFieldConcatenation);
        }
        using var rsa = WebKeys.Rsa("private", key);
        if (HasOwnSalt(given, rsa)) return Rare.Sign(given.Hash, given.Whole("saltLength"), PrivateKeyFactory.CreateKey(key.ToArray()), data);
        return rsa.SignData(data, given.Hash, given.Name == "RSA-PSS" ? RSASignaturePadding.Pss : RSASignaturePadding.Pkcs1);
    }

    public static bool Verify(WebParameters given, ReadOnlySpan<byte> key, ReadOnlySpan<byte> data, ReadOnlySpan<byte> signature)
    {
        if (given.Name == "HMAC") return CryptographicOperations.FixedTimeEquals(CryptographicOperations.HmacData(given.Hash, key, data), signature);
        if (given.Name == "ECDSA")
        {
            using var ec = WebKeys.Ec("public", key);
            return ec.VerifyData(data, signature, given.Hash, DSASignatureFormat.IeeeP1363FixedFieldConcatenation);
        }
        using var rsa = WebKeys.Rsa("public", key);
        if (HasOwnSalt(given, rsa)) return Rare.Verify(given.Hash, given.Whole("saltLength"), PublicKeyFactory.CreateKey(key.ToArray()), data, signature);
        return rsa.VerifyData(data, signature, given.Hash, given.Name == "RSA-PSS" ? RSASignaturePadding.Pss : RSASignaturePadding.Pkcs1);
    }

    public static byte[] EncryptRsa(WebParameters given, ReadOnlySpan<byte> key, ReadOnlySpan<byte> data)
    {
        if (given.Bytes("label") is { Length: > 0 } label) return Rare.Crypt(given.Hash, label, PublicKeyFactory.CreateKey(key.ToArray()), data, isEncrypting: true);
        using var rsa = WebKeys.Rsa("public", key);
        return rsa.Encrypt(data, RSAEncryptionPadding.CreateOaep(given.Hash));
    }

    public static byte[] DecryptRsa(WebParameters given, ReadOnlySpan<byte> key, ReadOnlySpan<byte> data)
    {
        if (given.Bytes("label") is { Length: > 0 } label) return Rare.Crypt(given.Hash, label, PrivateKeyFactory.CreateKey(key.ToArray()), data, isEncrypting: false);
        using var rsa = WebKeys.Rsa("private", key);
        return rsa.Decrypt(data, RSAEncryptionPadding.CreateOaep(given.Hash));
    }

    // Whether a signature needs Bouncy Castle: the salt of .NET's RSA-PSS is always as long as the hash.
    private static bool HasOwnSalt(WebParameters given, RSA rsa)
    {
        if (given.Name != "RSA-PSS") return false;
        var (salt, hash) = (given.Whole("saltLength"), HashBytes(given.Hash));
        if (salt + hash + 2 > (rsa.KeySize + 6) / 8) throw new CryptographicException($"a salt of {salt} bytes is too long for a key of {rsa.KeySize} bits");
        return salt != hash;
    }

    private static int HashBytes(HashAlgorithmName hash) =>
        hash == HashAlgorithmName.SHA1 ? 20 : hash == HashAlgorithmName.SHA384 ? 48 : hash == HashAlgorithmName.SHA512 ? 64 : 32;

    // What .NET lacks: OAEP with a label, PSS with a salt of another length. Its own class, because the runtime loads the library with
    // the first method that names it.
    private static class Rare
    {
        public static byte[] Crypt(HashAlgorithmName hash, byte[] label, AsymmetricKeyParameter key, ReadOnlySpan<byte> data, bool isEncrypting)
        {
            try
            {
                var padding = new OaepEncoding(new RsaEngine(), DigestOf(hash), DigestOf(hash), label);
                padding.Init(isEncrypting, key);
                return padding.ProcessBlock(data.ToArray(), 0, data.Length);
            }
            catch (Exception e) when (e is CryptoException or ArgumentException)
            {
                throw new CryptographicException(e.Message, e);
            }
        }

        public static byte[] Sign(HashAlgorithmName hash, int saltBytes, AsymmetricKeyParameter key, ReadOnlySpan<byte> data)
        {
            var signer = new PssSigner(new RsaEngine(), DigestOf(hash), saltBytes);
            signer.Init(true, new ParametersWithRandom(key));
            signer.BlockUpdate(data);
            return signer.GenerateSignature();
        }

        public static bool Verify(HashAlgorithmName hash, int saltBytes, AsymmetricKeyParameter key, ReadOnlySpan<byte> data, ReadOnlySpan<byte> signature)
        {
            var signer = new PssSigner(new RsaEngine(), DigestOf(hash), saltBytes);
            signer.Init(false, key);
            signer.BlockUpdate(data);
            return signer.VerifySignature(signature.ToArray());
        }

        private static IDigest DigestOf(HashAlgorithmName hash) =>
            hash == HashAlgorithmName.SHA1 ? new Sha1Digest() : hash == HashAlgorithmName.SHA384 ? new Sha384Digest()
                : hash == HashAlgorithmName.SHA512 ? new Sha512Digest() : new Sha256Digest();
    }
}
