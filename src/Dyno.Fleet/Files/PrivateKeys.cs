using System.Text.RegularExpressions;

namespace Dyno.Fleet;

/// <summary>Finds private keys, which must stay on the machines that have them.</summary>
internal static partial class PrivateKeys
{
    private static readonly string[] Containers = [".pfx", ".p12"];

    /// <summary>
    /// Whether a file holds a private key: a container of keys, as its name shows, or a PEM key anywhere in the content, such as in an
    /// archive.
    /// </summary>
    public static bool AreIn(string path, ReadOnlySpan<byte> content) =>
        Containers.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase)
        || (content.IndexOf("PRIVATE KEY-----"u8) >= 0 && Pem().IsMatch(Encoding.Latin1.GetString(content)));

    // The pattern includes a part of the key's body, because code that reads keys contains only the first line.
    [GeneratedRegex(@"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(\s|\\r|\\n)*([A-Za-z0-9-]+:[^\n]*\n\s*)*[A-Za-z0-9+/]{40}")]
    private static partial Regex Pem();
}
