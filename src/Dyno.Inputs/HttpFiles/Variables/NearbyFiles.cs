namespace Dyno.Inputs;

/// <summary>Finds a file beside an input file or in a folder above it; the nearest one wins.</summary>
internal static class NearbyFiles
{
    private const int MaxFolders = 64;

    public static string? Find(string besides, string name)
    {
        try
        {
            var folder = Path.GetDirectoryName(Path.GetFullPath(besides));
            for (var i = 0; i < MaxFolders && folder is not null; i++, folder = Path.GetDirectoryName(folder))
                if (File.Exists(Path.Combine(folder, name))) return Path.Combine(folder, name);
            return null;
        }
        catch (Exception failure) when (failure is IOException or ArgumentException or NotSupportedException)
        {
            return null;
        }
    }
}
