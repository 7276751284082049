using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using System.Text;

namespace Dyno.K6.Crypto;

/// <summary>
/// Private keys that <c>openssl rsa -aes256</c> and its siblings encrypted before PKCS#8: PEM with the headers
/// <c>Proc-Type: 4,ENCRYPTED</c> and <c>DEK-Info: CIPHER,IV</c> (RFC 1421, 4.6.1.1 and 4.6.1.3). The cipher's key comes from the
/// password and the first eight bytes of the IV by <c>EVP_BytesToKey</c> with MD5 and one round, as PEM_read_bio_PrivateKey(3) of
/// OpenSSL says under "PEM encryption format".
/// </summary>
internal static class LegacyPem
{
    private const string Begin = "-----BEGIN ";
    private const string Dashes = "-----";
    private const string Information = "DEK-Info:";

    /// <summary>Whether a text holds such a key.</summary>
    public static bool IsEncrypted(string pem) => pem.Contains("Proc-Type: 4,ENCRYPTED", StringComparison.Ordinal);

    /// <summary>The key as PEM without a password.</summary>
    /// <param name="pem">Text with the key; one that is encrypted otherwise, or not at all, stays as it is.</param>
    /// <param name="password">Its password.</param>
    /// <param name="open">The key.</param>
    /// <returns>False when the password is another one, or the text damaged.</returns>
    public static bool TryOpen(string pem, string password, out string open)
    {
        open = pem;
        if (!IsEncrypted(pem)) return true;
        try
        {
            open = Open(pem, password);
            return true;
        }
        catch (Exception e) when (e is CryptographicException or FormatException)
        {
            return false;
        }
    }

    private static string Open(string pem, string password)
    {
        var (label, cipher, iv, encrypted) = Read(pem);
        using var algorithm = AlgorithmOf(cipher);
        if (iv.Length != algorithm.BlockSize / 8) throw new FormatException("the IV has another length than the cipher's blocks");
        algorithm.Key = KeyOf(Encoding.UTF8.GetBytes(password), iv.AsSpan(0, 8), algorithm.KeySize / 8);
        var key = algorithm.DecryptCbc(encrypted, iv);
        // Wrong passwords leave sound padding now and then; a key begins as a sequence (ASN.1).
        return key is [0x30, ..] ? PemEncoding.WriteString(label, key) : throw new CryptographicException("the password is another one");
    }

    private static (string Label, string Cipher, byte[] Iv, byte[] Encrypted) Read(string pem)
    {
        var lines = pem.ReplaceLineEndings("\n").Split('\n', StringSplitOptions.TrimEntries).AsSpan();
        var header = lines.IndexOf("Proc-Type: 4,ENCRYPTED");
        if (header < 1 || !lines[header - 1].StartsWith(Begin, StringComparison.Ordinal) || !lines[header - 1].EndsWith(Dashes, StringComparison.Ordinal)
            || lines[header - 1].Length <= Begin.Length + Dashes.Length) throw new FormatException("the headers have no beginning");
        var label = lines[header - 1][Begin.Length..^Dashes.Length];
        lines = lines[(header + 1)..];
        var (blank, end) = (lines.IndexOf(""), lines.IndexOf($"-----END {label}-----"));
        if (blank < 0 || end < blank) throw new FormatException("the key has no end");
        var info = lines[..blank].ToArray().FirstOrDefault(line => line.StartsWith(Information, StringComparison.Ordinal));
        if (info?[Information.Length..].Split(',', StringSplitOptions.TrimEntries) is not [var cipher, var iv])
            throw new FormatException("DEK-Info is missing");
        return (label, cipher, Convert.FromHexString(iv), Convert.FromBase64String(string.Concat(lines[blank..end].ToArray())));
    }

    [SuppressMessage("Security", "CA5350", Justification = "the key's own cipher")]
    private static SymmetricAlgorithm AlgorithmOf(string cipher)
    {
        SymmetricAlgorithm algorithm = cipher == "DES-EDE3-CBC" ? TripleDES.Create() : Aes.Create();
        algorithm.KeySize = cipher switch
        {
            "DES-EDE3-CBC" or "AES-192-CBC" => 192,
            "AES-128-CBC" => 128,
            "AES-256-CBC" => 256,
            _ => throw new FormatException($"{cipher} is no cipher of keys"),
        };
        return algorithm;
    }

    [SuppressMessage("Security", "CA5351", Justification = "the format prescribes MD5")]
    private static byte[] KeyOf(byte[] password, ReadOnlySpan<byte> salt, int length)
    {
        byte[] key = [], last = [];
        while (key.Length < length)
        {
            last = MD5.HashData([.. last, .. password, .. salt]);
            key = [.. key, .. last];
        }
        return key[..length];
    }
}
