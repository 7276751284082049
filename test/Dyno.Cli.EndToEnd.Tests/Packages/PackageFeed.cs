[assembly: AssemblyFixture(typeof(Dyno.Cli.EndToEnd.Tests.PackageFeed))]

namespace Dyno.Cli.EndToEnd.Tests;

/// <summary>The packages that <c>./build pack</c> makes, in a folder; made once, for the first test that asks.</summary>
public sealed class PackageFeed : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("dyno-feed-");
    private readonly Lazy<Task<string>> _packing;

    public PackageFeed() => _packing = new(PackAsync);

    public string Folder => _folder.FullName;

    /// <summary>Makes the packages.</summary>
    /// <returns>What the command said.</returns>
    public Task<string> PackedAsync() => _packing.Value;

    public void Dispose() => _folder.Delete(recursive: true);

    private async Task<string> PackAsync()
    {
        var start = new ProcessStartInfo("bash", [Path.Combine(RepositoryRoot.Path, "build"), "pack", Folder])
        {
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            RedirectStandardInput = true,
        };
        using var process = Process.Start(start)!;
        process.StandardInput.Close();
        var error = process.StandardError.ReadToEndAsync();
        var text = await process.StandardOutput.ReadToEndAsync();
        await process.WaitForExitAsync();
        process.ExitCode.ShouldBe(0, $"build pack\n{text}\n{await error}");
        return text;
    }
}
