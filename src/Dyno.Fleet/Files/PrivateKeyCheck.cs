using Dyno.Results.Problems;

namespace Dyno.Fleet.Files;

/// <summary>Reads files that leave this machine.</summary>
public static class PrivateKeyCheck
{
    /// <summary>The content of a file, which holds no private key.</summary>
    /// <param name="path">How it is called where it goes.</param>
    /// <param name="source">The file.</param>
    /// <exception cref="UserFault">It holds one.</exception>
    public static byte[] Read(string path, string source)
    {
        var content = File.ReadAllBytes(source);
        return !PrivateKeys.AreIn(source, content) ? content
            : throw new UserFault($"{path} holds a private key, and a fleet ships none", "put the key onto each machine that needs it, and name it there by its full path");
    }
}
