namespace Dyno.Subjects;

/// <summary>
/// A folder with one version of .NET and nothing else, laid out like an installation: the command, the host, the base runtime and ASP.NET
/// Core, made from their packages. A program that is built for an installed runtime runs on it unchanged.
/// </summary>
internal static class RuntimeFolder
{
    // A restore, and nothing of the folders above it: neither their settings for projects nor their central package versions.
    private static readonly string[] OnItsOwn =
        ["-p:ImportDirectoryBuildProps=false", "-p:ImportDirectoryBuildTargets=false", "-p:ImportDirectoryPackagesProps=false", "-p:NuGetAudit=false"];

    /// <summary>The folder of all runtimes, beside the folder of all subjects.</summary>
    public static string RootOf(string stateFolder) => Path.GetFullPath(Path.Combine(stateFolder, "..", "runtimes"));

    public static string CommandIn(string folder) => Path.Combine(folder, OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet");

    /// <summary>The versions whose folders are made.</summary>
    public static IEnumerable<string> Made(string root)
    {
        var ending = "-" + RuntimePacks.Identifier;
        return !Directory.Exists(root) ? [] : Directory.EnumerateDirectories(root).Select(folder => Path.GetFileName(folder))
            .Where(name => name.EndsWith(ending, StringComparison.Ordinal)).Select(name => name[..^ending.Length])
            .Where(version => RuntimeVersion.TryParse(version, out _));
    }

    /// <summary>Makes the folder, or finds it made. Two makers at once are safe: a folder has its name only when it is complete.</summary>
    /// <param name="dotnet">The SDK that restores the packages; its command goes into the folder.</param>
    /// <param name="folder">Where the files of the package sources are looked for, upwards.</param>
    /// <param name="stateFolder">Folder of all subjects.</param>
    /// <exception cref="UserFault">The version cannot be restored.</exception>
    /// <exception cref="IOException">The disk is full, or the folder cannot be written.</exception>
    public static async Task<string> MakeAsync(
        RuntimeVersion exact, DotnetCommand dotnet, string folder, string stateFolder, CancellationToken cancellation)
    {
        var root = Directory.CreateDirectory(RootOf(stateFolder)).FullName;
        var whole = Path.Combine(root, $"{exact.Text}-{RuntimePacks.Identifier}");
        if (Directory.Exists(whole)) return whole;
        using var making = OwnedFolder.Create("new-", root);
        var (found, said) = await RestoreAsync(exact, dotnet, folder, making.Path, cancellation);
        if (said.FirstOrDefault(FullDisk.IsNamedIn) is { } full) throw new IOException(full.Trim());
        var packages = found ?? throw await new RuntimeCatalogue(folder, stateFolder).WhyNotAsync(exact, said, cancellation);
        var made = Path.Combine(making.Path, "runtime");
        LayOut(exact.Text, packages, dotnet, made);
        try
        {
            Directory.Move(made, whole);
        }
        catch (IOException) when (Directory.Exists(whole))
        {
            // Another Dyno was first.
        }
        return whole;
    }

    /// <returns>The folders of the two packages; null when one cannot be restored, and then what the restore said.</returns>
    private static async Task<((string Base, string Web)? Found, ImmutableArray<string> Said)> RestoreAsync(
        RuntimeVersion exact, DotnetCommand dotnet, string folder, string place, CancellationToken cancellation)
    {
        var project = Path.Combine(place, "Runtime.csproj");
        await File.WriteAllTextAsync(project, $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>netstandard2.0</TargetFramework>
                <DisableImplicitFrameworkReferences>true</DisableImplicitFrameworkReferences>
              </PropertyGroup>
              <ItemGroup>
                <PackageDownload Include="{RuntimePacks.Base}" Version="[{exact.Text}]" />
                <PackageDownload Include="{RuntimePacks.Web}" Version="[{exact.Text}]" />
              </ItemGroup>
            </Project>
            """, cancellation);
        ImmutableArray<string> words = ["restore", project, "-nodeReuse:false", $"-p:RestoreRootConfigDirectory={folder}", .. OnItsOwn];
        var (code, said) = await dotnet.RunAsync(place, Path.Combine(place, "restore.log"), words, cancellation);
        if (code != 0) return (null, said);
        using var assets = JsonDocument.Parse(await File.ReadAllBytesAsync(Path.Combine(place, "obj", "project.assets.json"), cancellation));
        var folders = assets.RootElement.GetProperty("packageFolders").EnumerateObject().Select(entry => entry.Name).ToList();
        return (Find(RuntimePacks.Base) is { } runtime && Find(RuntimePacks.Web) is { } web ? (runtime, web) : null, []);

        string? Find(string package) => folders
            .Select(packages => Path.Combine(packages, package.ToLowerInvariant(), exact.Text.ToLowerInvariant()))
            .FirstOrDefault(Directory.Exists);
    }

    // In a package, managed code lies in runtimes/RID/lib/netN.0, and native code in runtimes/RID/native.
    private static void LayOut(string version, (string Base, string Web) packages, DotnetCommand dotnet, string folder)
    {
        var (runtime, web) = (Path.Combine(packages.Base, "runtimes", RuntimePacks.Identifier), Path.Combine(packages.Web, "runtimes", RuntimePacks.Identifier));
        var host = Directory.GetFiles(Path.Combine(runtime, "native"), "*hostfxr*").Single();
        Put(host, Path.Combine(folder, "host", "fxr", version));
        foreach (var (from, name) in new[] { (runtime, "Microsoft.NETCore.App"), (web, "Microsoft.AspNetCore.App") })
            foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories).Where(file => file != host))
                Put(file, Path.Combine(folder, "shared", name, version));
        File.Copy(Path.Combine(dotnet.InstallFolder, Path.GetFileName(CommandIn(folder))), CommandIn(folder));
    }

    private static void Put(string file, string folder)
    {
        var name = Path.Combine(Directory.CreateDirectory(folder).FullName, Path.GetFileName(file));
        if (!HardLink.TryCreate(file, name)) File.Copy(file, name);
    }
}
