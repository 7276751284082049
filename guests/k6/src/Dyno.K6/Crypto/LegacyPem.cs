using Org.BouncyCastle.OpenSsl;
using Org.BouncyCastle.Pkcs;

namespace Dyno.K6;

/// <summary>
/// Private keys that <c>openssl rsa -aes256</c> and similar commands encrypted before PKCS#8: PEM with the header <c>Proc-Type:
/// 4,ENCRYPTED</c> (RFC 1421, 4.6.1.1). .NET reads only PKCS#8; Bouncy Castle decrypts the older form. The runtime loads Bouncy Castle when
/// the first such key is opened.
/// </summary>
internal static class LegacyPem
{
    /// <summary>Whether a text holds such a key.</summary>
    public static bool IsEncrypted(string pem) => pem.Contains("Proc-Type: 4,ENCRYPTED", StringComparison.Ordinal);

    /// <summary>The key as PEM without a password.</summary>
    /// <param name="pem">Text with the key. A key that is encrypted otherwise, or not encrypted, is returned as it is.</param>
    /// <param name="password">Password of the key.</param>
    /// <param name="open">The key without encryption.</param>
    /// <returns>False when the password is wrong or the text is damaged.</returns>
    public static bool TryOpen(string pem, string password, out string open)
    {
        open = pem;
        if (!IsEncrypted(pem)) return true;
        try
        {
            return OldKey.Open(pem, password) is { } key && (open = key).Length > 0;
        }
        catch (Exception e) when (e is not OutOfMemoryException) // the library throws a different exception for each kind of damage
        {
            return false;
        }
    }

    private static class OldKey
    {
        public static string? Open(string pem, string password)
        {
            using var reader = new PemReader(new StringReader(pem), new Password(password));
            while (reader.ReadObject() is { } found)
                if (((found as AsymmetricCipherKeyPair)?.Private ?? found as AsymmetricKeyParameter) is { IsPrivate: true } key)
                    return System.Security.Cryptography.PemEncoding.WriteString("PRIVATE KEY", PrivateKeyInfoFactory.CreatePrivateKeyInfo(key).GetEncoded());
            return null;
        }
    }

    private sealed class Password(string text) : IPasswordFinder
    {
        public char[] GetPassword() => text.ToCharArray();
    }
}
