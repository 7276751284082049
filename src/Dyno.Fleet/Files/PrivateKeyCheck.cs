namespace Dyno.Fleet;

/// <summary>Reads files that are sent to other machines.</summary>
public static class PrivateKeyCheck
{
    /// <summary>Reads the content of a file, which must hold no private key.</summary>
    /// <param name="path">Path of the file on the other machine.</param>
    /// <exception cref="UserFault">The file holds a private key.</exception>
    public static byte[] Read(string path, string source)
    {
        var content = File.ReadAllBytes(source);
        return !PrivateKeys.AreIn(source, content) ? content
            : throw new UserFault($"{path} contains a private key, and a fleet does not ship private keys", "copy the key to each machine that needs it, and give its full path there");
    }
}
