using System.Text;
using System.Text.RegularExpressions;

namespace Dyno.Fleet.Files;

/// <summary>Finds private keys: they stay on the machines that have them.</summary>
internal static partial class PrivateKeys
{
    private static readonly string[] Containers = [".pfx", ".p12"];

    /// <summary>Whether a file holds one: a container of keys by its name, or a key in PEM anywhere in it, such as in an archive.</summary>
    public static bool AreIn(string path, ReadOnlySpan<byte> content) =>
        Containers.Contains(Path.GetExtension(path), StringComparer.OrdinalIgnoreCase)
        || (content.IndexOf("PRIVATE KEY-----"u8) >= 0 && Pem().IsMatch(Encoding.Latin1.GetString(content)));

    // With some of its body: code that reads keys holds the first line alone.
    [GeneratedRegex(@"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(\s|\\r|\\n)*([A-Za-z0-9-]+:[^\n]*\n\s*)*[A-Za-z0-9+/]{40}")]
    private static partial Regex Pem();
}
