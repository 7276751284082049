namespace Dyno.Subjects.Publishing;

/// <summary>The shared frameworks that lie beside a dotnet executable.</summary>
internal static class InstalledRuntimes
{
    /// <summary>Whether both the base and the web runtime of a framework's own version are installed.</summary>
    /// <param name="sharedFolder">The folder <c>shared</c> beside the dotnet executable.</param>
    /// <param name="framework">E.g. <c>net10.0</c>.</param>
    public static bool Has(string sharedFolder, string framework) =>
        ProjectTraits.VersionOf(framework) is { } version
        && Has(sharedFolder, "Microsoft.NETCore.App", version)
        && Has(sharedFolder, "Microsoft.AspNetCore.App", version);

    /// <summary>The folder <c>shared</c> of a dotnet executable, links followed.</summary>
    public static string SharedFolder(string dotnet) => Path.Combine(
        Path.GetDirectoryName(File.ResolveLinkTarget(dotnet, returnFinalTarget: true)?.FullName ?? dotnet)!, "shared");

    private static bool Has(string sharedFolder, string name, Version version)
    {
        var folder = Path.Combine(sharedFolder, name);
        return Directory.Exists(folder) && Directory.EnumerateDirectories(folder)
            .Any(runtime => Path.GetFileName(runtime).StartsWith($"{version.Major}.{version.Minor}.", StringComparison.Ordinal));
    }
}
