namespace Dyno.K6;

/// <summary>
/// Modules named by an https URL. A module is fetched once and kept in the cache folder of the user, with its SHA-256 beside it; later runs
/// read it from there. One thread.
/// </summary>
/// <param name="fetch">Gets the text of a URL; null when it cannot.</param>
internal sealed class RemoteModules(string folder, Func<string, string?> fetch)
{
    /// <summary>The text of a module.</summary>
    /// <exception cref="HostException">The module is neither in the cache nor can be fetched, or the copy in the cache was changed.</exception>
    public string Read(string url)
    {
        var file = Path.Combine(folder, Hash(url)[..24] + ".js");
        var seal = file + ".sha256";
        if (File.Exists(file) && File.Exists(seal)) return ReadSealed(url, file, seal);
        var text = fetch(url) ?? throw new HostException(
            $"{url} is not in the cache ({folder}) and cannot be fetched: download it, and import the local file");
        Keep(file, seal, text);
        return text;
    }

    private static string ReadSealed(string url, string file, string seal)
    {
        var text = File.ReadAllText(file);
        if (Hash(text) == File.ReadAllText(seal).Trim()) return text;
        throw new HostException($"the cached copy of {url} was changed after it was fetched: delete {file} to fetch it again");
    }

    private static void Keep(string file, string seal, string text)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file)!);
            File.WriteAllText(file, text);
            File.WriteAllText(seal, Hash(text));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Without a cache the module is fetched again next time.
        }
    }

    private static string Hash(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
}
