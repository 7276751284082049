namespace Dyno.Aspire.Hosting;

/// <summary>How the app host starts Dyno.</summary>
/// <param name="Program">The program, on the path or with its folder.</param>
/// <param name="Words">The words before the command line of Dyno.</param>
internal sealed record ToolCommand(string Program, ImmutableArray<string> Words)
{
    /// <summary>Key of the configuration that names Dyno's program or <c>dyno.dll</c>.</summary>
    public const string Setting = "Dyno:Tool";

    private const string Dyno = "dyno";

    /// <summary>
    /// What the configuration names; otherwise the local tool of .NET, when a manifest at or above the folder lists it; otherwise
    /// <c>dyno</c> on the path.
    /// </summary>
    /// <param name="configured">The program, or <c>dyno.dll</c>; relative to the folder. Null or empty: not configured.</param>
    /// <param name="folder">The app host's folder; full path.</param>
    public static ToolCommand Find(string? configured, string folder)
    {
        if (string.IsNullOrWhiteSpace(configured)) return IsLocalTool(folder) ? new("dotnet", [Dyno]) : new(Dyno, []);
        var path = configured.AsSpan().ContainsAny('/', '\\') ? Path.GetFullPath(configured, folder) : configured;
        return path.EndsWith(".dll", StringComparison.OrdinalIgnoreCase) ? new("dotnet", [Path.GetFullPath(configured, folder)]) : new(path, []);
    }

    private static bool IsLocalTool(string folder)
    {
        for (var at = new DirectoryInfo(folder); at is not null; at = at.Parent)
            foreach (var file in (string[])[Path.Combine(at.FullName, ".config", "dotnet-tools.json"), Path.Combine(at.FullName, "dotnet-tools.json")])
                if (Read(file) is { } manifest)
                    if (manifest.Lists) return true;
                    else if (manifest.IsRoot) return false;
        return false;
    }

    // A manifest that cannot be read lists nothing: dotnet itself says what is wrong with it.
    private static (bool Lists, bool IsRoot)? Read(string file)
    {
        try
        {
            if (!File.Exists(file)) return null;
            using var manifest = JsonDocument.Parse(File.ReadAllBytes(file));
            var root = manifest.RootElement;
            return (root.GetProperty("tools").TryGetProperty(Dyno, out _), root.TryGetProperty("isRoot", out var isRoot) && isRoot.ValueKind == JsonValueKind.True);
        }
        catch (Exception unreadable) when (unreadable is JsonException or IOException or UnauthorizedAccessException
            or KeyNotFoundException or InvalidOperationException)
        {
            return null;
        }
    }
}
